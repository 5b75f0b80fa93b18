import { performance } from 'node:perf_hooks';
import { quantile } from '../statistics';
import { pathOf, requestBodies, type RequestKind } from '../workload/requests';
import { runConnection } from './connection';
import { stayAwake } from './stay-awake';

/** The load to put on a server. */
export interface Load {
  /** Base URL of the server. */
  readonly url: string;
  readonly kind: RequestKind;
  /** How many flags the namespace has that is asked for. */
  readonly flagCount: number;
  readonly connections: number;
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

/** Puts the load on the server. Rejects on the first answer that is not 200. */
export async function generateLoad({
  url,
  kind,
  flagCount,
  connections,
  seconds,
}: Load): Promise<LoadResult> {
  const { hostname: host, port } = new URL(url);
  const requests = requestBodies(kind, flagCount).map((body) => requestBytes(`${host}:${port}`, kind, body));
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

function requestBytes(host: string, kind: RequestKind, body: string): Buffer {
  const head = [
    `POST ${pathOf(kind)} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
