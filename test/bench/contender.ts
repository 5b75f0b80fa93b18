import { type LoadResult } from './load/generate-load';
import { median } from './statistics';
import { figure } from './table';
import { type RequestKind } from './workload/requests';

/** What is compared over HTTP: one kind of request to one server. */
export interface Contender {
  readonly kind: RequestKind;
  /** Flags in the namespace; undefined for the bare server. */
  readonly flagCount: number | undefined;
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

/** How the server of a contender is called. */
export function serverName({ flagCount }: Pick<Contender, 'flagCount'>): string {
  return flagCount === undefined ? 'bare node:http' : `${figure(flagCount)} flags`;
}

/** The median of one figure over the rounds. */
export function typical({ samples }: Contender, name: keyof Sample): number {
  return median(samples.map((sample) => sample[name]));
}

/** One figure of a contender over that of another, round by round. */
export function ratios(over: Contender, under: Contender, name: keyof Sample): readonly number[] {
  return over.samples.map((sample, round) => sample[name] / (under.samples[round]?.[name] ?? NaN));
}

/** The contender that asks the bare server for the same. */
export function bareOf({ kind }: Contender, contenders: readonly Contender[]): Contender {
  const bare = contenders.find((other) => other.kind === kind && other.flagCount === undefined);
  if (bare === undefined) throw new Error(`no bare server for ${kind}`);
  return bare;
}
