import { performance } from 'node:perf_hooks';
import { quantileOfSorted, sorted } from '../statistics';
import { type Door, type RequestKind } from '../workload/requests';
import { AwakeLoop } from './awake-loop';
import { grpcClient } from './grpc-client';
import { httpClient } from './http-client';
import { paced, withoutPause } from './timetable';

/** The load to put on a server. */
export interface Load {
  /** Host and port of the server. */
  readonly address: string;
  readonly door: Door;
  readonly kind: RequestKind;
  /** How many flags the namespace has that is asked for. */
  readonly flagCount: number;
  /** Headers of every request, beside those every client sends. */
  readonly headers: Readonly<Record<string, string>>;
  /** How many requests are under way at a time; at most so many, when they are paced. */
  readonly underWay: number;
  readonly seconds: number;
  /** Requests per second, evenly; as many as the server can take unless given. */
  readonly pace?: number;
}

/** How the server bore it. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Time from request to whole answer, in milliseconds; of paced requests, from when they were due. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** Share of the time in which the generator had something to do; near 1, it and not the server set the pace. */
  readonly generatorBusy: number;
}

const clients = { HTTP: httpClient, gRPC: grpcClient } as const;

/** Puts the load on the server. Rejects on the first answer that is not the one expected. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const { address, door, kind, underWay, seconds, pace, ...asked } = load;
  const { hostname: host, port } = new URL(`http://${address}`);
  const { streams, encode, runConnection } = clients[door];
  const requests = encode({ ...asked, kind, authority: address });
  const connections = Math.ceil(underWay / streams);
  const latencies: number[] = [];
  const onAnswer = (latency: number): void => {
    latencies.push(latency);
  };
  const loop = new AwakeLoop(() => latencies.length);
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const run = async (index: number): Promise<void> => {
    // Connections take turns: each is due once in this time.
    const interval = pace === undefined ? undefined : (1000 * connections) / pace;
    const timetable =
      interval === undefined
        ? withoutPause(deadline)
        : paced(loop, start + (interval * index) / connections, interval, deadline);
    const first = Math.floor((requests.length * index) / connections);
    return runConnection({ host, port: Number(port), kind, requests, first, timetable, onAnswer });
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => run(index)));
  const elapsed = (performance.now() - start) / 1000;
  const generatorBusy = loop.stop();
  const inOrder = sorted(latencies);
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    p50: quantileOfSorted(inOrder, 0.5),
    p99: quantileOfSorted(inOrder, 0.99),
    p999: quantileOfSorted(inOrder, 0.999),
    generatorBusy,
  };
}
