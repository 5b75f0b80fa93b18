import { type LoadResult } from './load/generate-load';
import { type Entry } from './plan';
import { figure } from './report/table';
import { median } from './statistics';
import { type Door } from './workload/requests';

/** What is compared: one kind of request to one server, and what came of it. */
export interface Contender extends Entry {
  /** One per round, in the order of the rounds. */
  readonly samples: readonly Sample[];
  /** Resident memory of its server after the last round, in MiB; NaN where it cannot be read. */
  readonly memory: number;
}

/** One turn of a contender. */
export interface Sample extends LoadResult {
  /** CPU time of the server per request, in microseconds; NaN where it cannot be read. */
  readonly cpuPerRequest: number;
  /** Share of a core the server used; far below 1, something else held it up. NaN where it cannot be read. */
  readonly serverBusy: number;
}

/** The bare server at each door, by name. */
export const bareNames: Readonly<Record<Door, string>> = {
  HTTP: 'bare node:http',
  gRPC: 'bare grpc-js echo',
};

/** How the server of a contender is called. */
export function serverName({ door, flagCount, server }: Entry): string {
  if (server === 'bare') return bareNames[door];
  return [`${figure(flagCount)} flags`, ...(server === 'usual' ? [] : [server])].join(', ');
}

/** How a contender is called. */
export function contenderName(entry: Entry): string {
  return `${entry.door} ${entry.kind}, ${serverName(entry)}`;
}

/** The median of one figure over the rounds. */
export function typical({ samples }: Pick<Contender, 'samples'>, name: keyof Sample): number {
  return median(samples.map((sample) => sample[name]));
}

/** One figure of a contender over that of another, round by round. */
export function ratios(over: Contender, under: Contender, name: keyof Sample): readonly number[] {
  return ratiosOf(over.samples, under.samples, name);
}

/** One figure of some samples over that of others, round by round. */
export function ratiosOf(
  over: readonly Sample[],
  under: readonly Sample[],
  name: keyof Sample,
): readonly number[] {
  return over.map((sample, round) => sample[name] / (under[round]?.[name] ?? NaN));
}

/** The contender that is what is given; undefined when it took no part. */
export function find(contenders: readonly Contender[], wanted: Partial<Entry>): Contender | undefined {
  return contenders.find(
    ({ door, kind, flagCount, server }) =>
      door === (wanted.door ?? door) &&
      kind === (wanted.kind ?? kind) &&
      flagCount === (wanted.flagCount ?? flagCount) &&
      server === (wanted.server ?? server),
  );
}

/** The contender that asks the bare server for the same. */
export function bareOf({ door, kind }: Entry, contenders: readonly Contender[]): Contender {
  const bare = find(contenders, { door, kind, server: 'bare' });
  if (bare === undefined) throw new Error(`no bare server for ${kind} over ${door}`);
  return bare;
}
