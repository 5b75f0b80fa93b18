import { startServer } from '../../support/server';
import { type TierName } from '../../support/server-process';
import { instanceOf, type Instance } from './instance';

/** Settings by environment variable. */
type Settings = Readonly<Record<string, string>>;

/** How many instances there are of each tier, and how they are set. */
export interface FleetPlan {
  readonly databaseUrl: string;
  readonly writers: number;
  readonly readers: number;
  /** Settings of every instance, beside those all have. */
  readonly env?: Settings;
}

/** Writers and readers on one database, each a process of its own. */
export interface Fleet {
  readonly writers: readonly Instance[];
  readonly readers: readonly Instance[];
  /** Writers and readers. */
  readonly all: readonly Instance[];
  /** Stops all at once, in good order; resolves with their exit codes. */
  stop(): Promise<readonly (number | NodeJS.Signals)[]>;
}

/** Starts all instances at once, on a database that may be empty, and resolves when all of them listen. */
export async function startFleet({ databaseUrl, writers, readers, env = {} }: FleetPlan): Promise<Fleet> {
  const settings = { PENNON_DB_URL: databaseUrl, PENNON_FRESHNESS_HEADERS: 'true', ...env };
  const start = async (tier: TierName, number: number): Promise<Instance> =>
    instanceOf(`${tier} ${number}`, await startServer({ tier, env: settings }));
  const startTier = (tier: TierName, count: number): readonly Promise<Instance>[] =>
    Array.from({ length: count }, (_, index) => start(tier, index + 1));
  const starting = [...startTier('writer', writers), ...startTier('reader', readers)];
  const all = await allOrNone(starting);
  return {
    writers: all.slice(0, writers),
    readers: all.slice(writers),
    all,
    stop: () => Promise.all(all.map((instance) => instance.stop())),
  };
}

/** Every instance; when one does not start, the others are stopped before its failure is told. */
async function allOrNone(starting: readonly Promise<Instance>[]): Promise<readonly Instance[]> {
  const outcomes = await Promise.allSettled(starting);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  if (failure === undefined) return started;
  await Promise.all(started.map((instance) => instance.stop()));
  throw failure.reason;
}
