import { performance } from 'node:perf_hooks';
import { type TestServer } from '../../support/server';
import { type Generator } from '../load/child-processes';
import { httpLoad } from '../load/http-load';
import { residentMemory } from '../machine';
import { type Run } from '../run';
import { say } from '../say';
import { median } from '../statistics';

/** How often a server is started, at most. */
const MOST_STARTS = 3;

/** How many rules a variant flag has here. */
export const RULES_PER_FLAG = 5;

/** How many writes are timed, one after the other. */
const WRITES = 10;

/** How long a server is put to work before its memory is read again, in seconds. */
const WORK_SECONDS = 1;

/** What running a server costs in a namespace of one size. */
export interface OperationsResult {
  readonly flagCount: number;
  /** From starting the process to listening, in milliseconds; each start. */
  readonly startUps: readonly number[];
  /** Resident memory when just started, in MiB; each start. */
  readonly memory: readonly number[];
  /** The same after a while of evaluating, and after some changes; of the last start. */
  readonly memoryAtWork: number;
  readonly memoryAfterWrites: number;
  /** Creating a flag over the API, in milliseconds, until the next evaluation sees it; the median. */
  readonly write: number;
}

/** Starts servers, several times, and reads their memory: empty, and with the largest namespace. */
export async function benchOperations(run: Run): Promise<readonly OperationsResult[]> {
  const results: OperationsResult[] = [];
  for (const flagCount of [0, run.options.sizes.at(-1) ?? 0]) {
    const scope = run.scope.inner();
    try {
      results.push(await benchSize({ ...run, scope }, flagCount));
    } finally {
      await scope.close();
    }
  }
  return results;
}

async function benchSize(
  { scope, options, databases, startGenerator }: Run,
  flagCount: number,
): Promise<OperationsResult> {
  const directory = await databases.copy(flagCount, RULES_PER_FLAG);
  const startUps: number[] = [];
  const memory: number[] = [];
  const start = async (): Promise<TestServer> => {
    say(`starting: ${flagCount} flags`);
    const before = performance.now();
    const server = await scope.startServer(directory);
    startUps.push(performance.now() - before);
    memory.push(residentMemory(server.pid));
    return server;
  };
  const starts = Math.min(MOST_STARTS, options.rounds);
  for (let earlier = 1; earlier < starts; earlier++) await (await start()).stop();
  const { url, pid } = await start();
  if (flagCount > 0) await putToWork(startGenerator(scope), url, flagCount);
  const memoryAtWork = residentMemory(pid);
  const writeTimes: number[] = [];
  for (let write = 0; write < WRITES; write++) writeTimes.push(await timeWrite(url, write));
  const memoryAfterWrites = residentMemory(pid);
  return { flagCount, startUps, memory, memoryAtWork, memoryAfterWrites, write: median(writeTimes) };
}

async function putToWork(generator: Generator, url: string, flagCount: number): Promise<void> {
  await generator.run({ ...httpLoad(url, 'batch', flagCount), underWay: 32, seconds: WORK_SECONDS });
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
