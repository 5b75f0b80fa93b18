import type { Instant } from './time';

/** A flag by its keys. */
export interface FlagName {
  readonly namespaceKey: string;
  readonly flagKey: string;
}

/** When a flag was last asked for its value, as one process remembers it, or several. */
export interface LastAsked {
  /** Whole seconds; undefined if no time is remembered. */
  readonly at: Instant | undefined;
  /** Since when every time is remembered; undefined if some times are not. */
  readonly since: Instant | undefined;
}

/**
 * What processes remember together.
 *
 * @param answers One of each process; none for nothing that is remembered.
 */
export function latestAsked(answers: readonly LastAsked[]): LastAsked {
  const times = answers.flatMap(({ at }) => (at === undefined ? [] : [at]));
  const starts = answers.flatMap(({ since }) => (since === undefined ? [] : [since]));
  const isWhole = starts.length === answers.length;
  return { at: latest(times), since: isWhole ? latest(starts) : undefined };
}

function latest(instants: readonly Instant[]): Instant | undefined {
  return instants.length === 0 ? undefined : Math.max(...instants);
}
