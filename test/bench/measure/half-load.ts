import { type LoadResult } from '../load/generate-load';
import { httpLoad } from '../load/http-load';
import { pin } from '../machine';
import { type Run } from '../run';
import { say } from '../say';
import { FIRST_WARM_UP_SECONDS } from './doors';
import { FlagWriter } from './flag-writer';

/** A change a second. */
const CHANGE_INTERVAL_MS = 1000;

/** Shortest time to measure latencies for, in seconds: the first change, whose code is cold, is to be one of several. */
const LEAST_SECONDS = 5;

/** Latencies at half the maximum load, without and with changes of flags. */
export interface HalfLoadResult {
  readonly flagCount: number;
  readonly rounds: readonly HalfLoadRound[];
}

interface HalfLoadRound {
  /** The most the server answered, in requests per second. */
  readonly most: number;
  /** At half of that, evenly. */
  readonly quiet: LoadResult;
  /** The same while a flag is changed every second. */
  readonly changing: LoadResult;
}

/** Finds the maximum of the server with the largest namespace in each round, and then asks for half of it. */
export async function benchHalfLoad(run: Run): Promise<HalfLoadResult> {
  const { options, databases, cores } = run;
  const flagCount = options.sizes.at(-1) ?? 0;
  const scope = run.scope.inner();
  try {
    const { url, pid } = await scope.startServer(await databases.copy(flagCount));
    const generator = run.startGenerator(scope);
    if (cores !== undefined) pin(pid, cores.server);
    const load = { ...httpLoad(url, 'variant', flagCount), underWay: options.underWay };
    const seconds = Math.max(LEAST_SECONDS, options.seconds);
    const rounds: HalfLoadRound[] = [];
    await generator.run({ ...load, seconds: Math.max(FIRST_WARM_UP_SECONDS, options.seconds) });
    for (let round = 1; round <= options.rounds; round++) {
      say(`half the load, round ${round} of ${options.rounds}`);
      const { perSecond: most } = await generator.run({ ...load, seconds: options.seconds });
      const quiet = await generator.run({ ...load, seconds, pace: most / 2 });
      const writer = new FlagWriter(url, flagCount, CHANGE_INTERVAL_MS);
      const changing = await generator.run({ ...load, seconds, pace: most / 2 });
      await writer.stop();
      rounds.push({ most, quiet, changing });
    }
    return { flagCount, rounds };
  } finally {
    await scope.close();
  }
}
