import { type LoadResult } from './load/generate-load';
import { median } from './statistics';
import { figure } from './table';
import { type Caller, type Door, type RequestKind } from './workload/requests';

/** How the server keeps its snapshots fresh, and what it keeps documents in; `embedded` is SQLite. */
export const freshnesses = ['embedded', 'strict', 'bounded', 'bounded with Redis'] as const;
export type ServerFreshness = (typeof freshnesses)[number];

/** What is compared: one kind of request to one server. */
export interface Contender {
  readonly door: Door;
  readonly kind: RequestKind;
  /** Flags in the namespace; undefined for the bare server. */
  readonly flagCount: number | undefined;
  readonly caller: Caller;
  readonly freshness: ServerFreshness;
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
export function serverName({
  door,
  flagCount,
  caller,
  freshness,
}: Pick<Contender, 'door' | 'flagCount' | 'caller' | 'freshness'>): string {
  if (flagCount === undefined) return bareNames[door];
  return [
    `${figure(flagCount)} flags`,
    ...(caller === 'somebody' ? ['token'] : []),
    ...(freshness === 'embedded' ? [] : [freshness]),
  ].join(', ');
}

/** The median of one figure over the rounds. */
export function typical({ samples }: Contender, name: keyof Sample): number {
  return median(samples.map((sample) => sample[name]));
}

/** One figure of a contender over that of another, round by round. */
export function ratios(over: Contender, under: Contender, name: keyof Sample): readonly number[] {
  return over.samples.map((sample, round) => sample[name] / (under.samples[round]?.[name] ?? NaN));
}

/** The contender who asks the same without a token of a server that is alone; undefined for that one itself. */
export function plainOf(contender: Contender, contenders: readonly Contender[]): Contender | undefined {
  const { door, kind, flagCount, caller, freshness } = contender;
  if (flagCount === undefined || (caller === 'anybody' && freshness === 'embedded')) return undefined;
  return contenders.find(
    (other) =>
      other.door === door &&
      other.kind === kind &&
      other.flagCount === flagCount &&
      other.caller === 'anybody' &&
      other.freshness === 'embedded',
  );
}

/** The contender that asks the bare server for the same. */
export function bareOf({ door, kind }: Contender, contenders: readonly Contender[]): Contender {
  const bare = contenders.find(
    (other) => other.door === door && other.kind === kind && other.flagCount === undefined,
  );
  if (bare === undefined) throw new Error(`no bare server for ${kind} over ${door}`);
  return bare;
}
