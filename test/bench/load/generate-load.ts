import { performance } from 'node:perf_hooks';
import { quantile } from '../statistics';
import { type Caller, type Door, type RequestKind } from '../workload/requests';
import { grpcClient } from './grpc-client';
import { httpClient } from './http-client';
import { stayAwake } from './stay-awake';

/** The load to put on a server. */
export interface Load {
  /** Host and port of the server. */
  readonly address: string;
  readonly door: Door;
  readonly kind: RequestKind;
  /** How many flags the namespace has that is asked for. */
  readonly flagCount: number;
  readonly caller: Caller;
  /** How many requests are under way at a time. */
  readonly underWay: number;
  readonly seconds: number;
}

/** How the server bore it. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Time from request to whole answer, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Share of the time in which the generator had something to do; near 1, it and not the server set the pace. */
  readonly generatorBusy: number;
}

const clients = { HTTP: httpClient, gRPC: grpcClient } as const;

/** Puts the load on the server. Rejects on the first answer that is none. */
export async function generateLoad({
  address,
  door,
  underWay,
  seconds,
  ...asked
}: Load): Promise<LoadResult> {
  const { hostname: host, port } = new URL(`http://${address}`);
  const { streams, encode, runConnection } = clients[door];
  const requests = encode({ ...asked, authority: address });
  const connections = Math.ceil(underWay / streams);
  const latencies: number[] = [];
  const onAnswer = (latency: number): void => {
    latencies.push(latency);
  };
  const fallAsleep = stayAwake(() => latencies.length);
  const start = performance.now();
  const deadline = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const first = Math.floor((requests.length * index) / connections);
      return runConnection({ host, port: Number(port), requests, first, deadline, onAnswer });
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    generatorBusy: fallAsleep(),
  };
}
