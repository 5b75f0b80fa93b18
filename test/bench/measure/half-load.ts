import { startBareServer } from '../load/child-processes';
import { type LoadResult } from '../load/generate-load';
import { httpLoad } from '../load/http-load';
import { pin } from '../machine';
import { type Run } from '../run';
import { say } from '../say';
import { answerSize } from './entrants';
import { FlagWriter } from './flag-writer';
import { warmUpSeconds } from './turns';

/** A change a second. */
const CHANGE_INTERVAL_MS = 1000;

/** Shortest time to measure latencies for, in seconds: for several changes. */
const LEAST_SECONDS = 5;

/** Latencies at half the maximum load: without and with changes of flags, and those of a bare server. */
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
  /** The same of a bare server: what this machine can do. */
  readonly bare: LoadResult;
}

/** Finds the maximum of the server with the largest namespace in each round, and then asks for half of it. */
export async function benchHalfLoad(run: Run): Promise<HalfLoadResult> {
  const { options, databases, cores } = run;
  const flagCount = options.sizes.at(-1) ?? 0;
  const scope = run.scope.inner();
  try {
    const { url, pid } = await scope.startServer(await databases.copy(flagCount));
    const generator = run.startGenerator(scope);
    const entry = { door: 'HTTP', kind: 'variant', flagCount, server: 'usual' } as const;
    const bareServer = await startBareServer(scope, 'HTTP', 'variant', await answerSize(url, entry, {}));
    if (cores !== undefined) for (const server of [pid, bareServer.pid]) pin(server, cores.server);
    const load = { ...httpLoad(url, 'variant', flagCount), underWay: options.underWay };
    const bareLoad = { ...load, address: bareServer.address };
    const seconds = Math.max(LEAST_SECONDS, options.seconds);
    const rounds: HalfLoadRound[] = [];
    // The first change of all has the framework compiled, which every server in use has behind it.
    const firstWriter = new FlagWriter(url, flagCount, CHANGE_INTERVAL_MS);
    for (const each of [load, bareLoad]) await generator.run({ ...each, seconds: warmUpSeconds(options) });
    await firstWriter.stop();
    for (let round = 1; round <= options.rounds; round++) {
      say(`half the load, round ${round} of ${options.rounds}`);
      const { perSecond: most } = await generator.run({ ...load, seconds: options.seconds });
      const quiet = await generator.run({ ...load, seconds, pace: most / 2 });
      const writer = new FlagWriter(url, flagCount, CHANGE_INTERVAL_MS);
      const changing = await generator.run({ ...load, seconds, pace: most / 2 });
      await writer.stop();
      const bare = await generator.run({ ...bareLoad, seconds, pace: most / 2 });
      rounds.push({ most, quiet, changing, bare });
    }
    return { flagCount, rounds };
  } finally {
    await scope.close();
  }
}
