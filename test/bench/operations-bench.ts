import { performance } from 'node:perf_hooks';
import { type TestServer } from '../support/server';
import { residentMemory } from './machine';
import { type Scope } from './scope';
import { median } from './statistics';

/** How often a server is started. */
const STARTS = 3;

/** How many writes are timed, one after the other. */
const WRITES = 10;

/** What running a server costs in a namespace of one size. */
export interface OperationsResult {
  readonly flagCount: number;
  /** From starting the process to listening, in milliseconds; the median. */
  readonly startUp: number;
  /** Resident memory when just started and after the writes, in MiB. */
  readonly memory: number;
  readonly memoryAfterWrites: number;
  /** Creating a flag over the API, in milliseconds, until the next evaluation sees it; the median. */
  readonly write: number;
}

/**
 * Starts a server, several times, and writes to it.
 *
 * @param directory Where its database lies, or is to lie; the flags written stay in it.
 */
export async function benchOperations(
  scope: Scope,
  flagCount: number,
  directory: string,
): Promise<OperationsResult> {
  process.stderr.write(`starting and writing: ${flagCount} flags\n`);
  const startTimes: number[] = [];
  const start = async (): Promise<TestServer> => {
    const before = performance.now();
    const server = await scope.startServer(directory);
    startTimes.push(performance.now() - before);
    return server;
  };
  for (let earlier = 1; earlier < STARTS; earlier++) await (await start()).stop();
  const server = await start();
  const memory = residentMemory(server.pid);
  const writeTimes: number[] = [];
  for (let write = 0; write < WRITES; write++) writeTimes.push(await timeWrite(server.url, write));
  const memoryAfterWrites = residentMemory(server.pid);
  await server.stop();
  return { flagCount, startUp: median(startTimes), memory, memoryAfterWrites, write: median(writeTimes) };
}

/** Milliseconds one write takes. */
async function timeWrite(url: string, index: number): Promise<number> {
  const body = JSON.stringify({ key: `written-${index}`, name: 'Written', type: 'BOOLEAN_FLAG_TYPE' });
  const headers = { 'Content-Type': 'application/json' };
  const before = performance.now();
  const response = await fetch(`${url}/api/v1/namespaces/default/flags`, { method: 'POST', headers, body });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`writing answered ${response.status}: ${answer}`);
  return performance.now() - before;
}
