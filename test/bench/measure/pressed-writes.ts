import { performance } from 'node:perf_hooks';
import { createCpuShare } from '../cpu-share';
import { askBy, eachOf, type AskedServer } from '../load/clients';
import { type LoadResult } from '../load/generate-load';
import { httpLoad } from '../load/http-load';
import { pin } from '../machine';
import { USUAL_SIZE } from '../plan';
import { type Run } from '../run';
import { say } from '../say';
import { operations } from '../workload/write-requests';
import { subjectsOf } from './write-subjects';

/** Clients that evaluate without a pause, and clients that write to a server that has little of a core. */
export const PRESSING_CLIENTS = 16;

/** How long writes are made alone, and beside evaluations, in seconds: for some hundreds of writes. */
const SECONDS = 4;

/** Writes that a server with a tenth of a core is asked for. */
const HELD_WRITES = 100;

/** It gets 10 of every 100 ms. */
const HELD_SHARE = 0.1;
const HELD_PERIOD_US = 100_000;

/** How long a write takes alone, and beside evaluations. */
export interface PressedResult {
  readonly subject: string;
  /** One per round: p99 of a write in milliseconds. */
  readonly alone: readonly number[];
  readonly beside: readonly number[];
}

/** What became of writes to a server that is held to a tenth of a core. */
export interface HeldResult {
  readonly subject: string;
  readonly writes: number;
  /** Each as it was told. */
  readonly refusals: readonly string[];
}

/** One client updates flags, alone and while others evaluate. */
export async function benchPressedWrites(run: Run): Promise<readonly PressedResult[]> {
  const results: PressedResult[] = [];
  for (const { name, start } of await subjectsOf(run, undefined)) {
    const scope = run.scope.inner();
    try {
      const server = await start({ ...run, scope }, USUAL_SIZE);
      if (run.cores !== undefined) pin(server.pid, run.cores.server);
      const generator = run.startGenerator(scope);
      const load = { ...httpLoad(server.url, 'variant', USUAL_SIZE), underWay: PRESSING_CLIENTS };
      const alone: number[] = [];
      const beside: number[] = [];
      for (let round = 0; round <= run.options.rounds; round++) {
        say(`${name}: writes beside evaluations, round ${round} of ${run.options.rounds}`);
        const quiet = await updateUntil(server, undefined);
        const pressed = await updateUntil(server, generator.run({ ...load, seconds: SECONDS }));
        // The first round is for the compiler and does not count.
        if (round === 0) continue;
        alone.push(quiet);
        beside.push(pressed);
      }
      results.push({ subject: name, alone, beside });
    } finally {
      await scope.close();
    }
  }
  return results;
}

/** Updates flags for as long as the load goes on; p99 in milliseconds. */
async function updateUntil(server: AskedServer, load: Promise<LoadResult> | undefined): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  const updates = operations.update.requests(USUAL_SIZE, SECONDS * 2_000)[Symbol.iterator]();
  const asking = askBy(1, server, () => (performance.now() < end ? updates.next().value : undefined));
  const [{ p99, refusals }] = await Promise.all([asking, load]);
  if (refusals[0] !== undefined) throw new Error(refusals[0]);
  return p99;
}

/** Has many clients write to servers that are held to a tenth of a core; noted, where none can be. */
export async function benchHeldWrites(run: Run): Promise<readonly HeldResult[]> {
  const results: HeldResult[] = [];
  for (const { name, start } of await subjectsOf(run, undefined)) {
    const scope = run.scope.inner();
    try {
      const share = createCpuShare(scope, `pennon-bench-${process.pid}-held`, HELD_SHARE, HELD_PERIOD_US);
      if (share === undefined) {
        run.note(
          'Not measured: writes with a tenth of a core. There are no control groups for shares of one.',
        );
        return [];
      }
      say(`${name}: writes with a tenth of a core`);
      const server = await start({ ...run, scope }, USUAL_SIZE);
      share.add(server.pid);
      const requests = operations.update.requests(USUAL_SIZE, HELD_WRITES);
      const { refusals } = await askBy(PRESSING_CLIENTS, server, eachOf(requests));
      results.push({ subject: name, writes: HELD_WRITES, refusals });
    } finally {
      await scope.close();
    }
  }
  return results;
}
