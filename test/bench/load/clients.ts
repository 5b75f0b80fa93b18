import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { apiAt, type Request } from '../../support/http';
import { cpuTime } from '../machine';
import { quantileOfSorted, sorted } from '../statistics';

/** How a server bore what some clients asked. */
export interface Bearing {
  readonly perSecond: number;
  /** Time from request to whole answer, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the server per request, in microseconds; NaN where it cannot be read. */
  readonly cpuPerRequest: number;
  readonly requests: number;
  /** Answers with another status than 200, each as it was told. */
  readonly refusals: readonly string[];
}

/** A server to be asked. */
export interface AskedServer {
  /** Base URL. */
  readonly url: string;
  readonly pid: number;
}

/**
 * Has clients of one keep-alive connection each ask one thing after the other, from this process: for requests that
 * take the server so long that a general client does not matter.
 *
 * @param next The next request, whose turn it is; undefined when there is none any more.
 */
export async function askBy(
  clients: number,
  { url, pid }: AskedServer,
  next: () => Request | undefined,
): Promise<Bearing> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const api = apiAt(url, agent);
  const latencies: number[] = [];
  const refusals: string[] = [];
  const run = async (): Promise<void> => {
    for (let request = next(); request !== undefined; request = next()) {
      const sentAt = performance.now();
      const { status, body } = await api.send(request);
      latencies.push(performance.now() - sentAt);
      if (status !== 200)
        refusals.push(`${request.verb ?? 'GET'} ${request.path} answered ${status}: ${body.toString()}`);
    }
  };
  const cpuBefore = cpuTime(pid);
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: clients }, run));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - start) / 1000;
  const inOrder = sorted(latencies);
  return {
    perSecond: latencies.length / seconds,
    p50: quantileOfSorted(inOrder, 0.5),
    p99: quantileOfSorted(inOrder, 0.99),
    cpuPerRequest: (cpuTime(pid) - cpuBefore) / latencies.length,
    requests: latencies.length,
    refusals,
  };
}

/** Each of the requests once. */
export function eachOf(requests: readonly Request[]): () => Request | undefined {
  const rest = requests[Symbol.iterator]();
  return () => rest.next().value;
}
