/** Entities that change from one outcome to another. */
export interface Move<Outcome> {
  readonly from: Outcome | undefined;
  readonly to: Outcome | undefined;
  /** Percent of all entities that reach the rule or flag. */
  readonly share: number;
}

/** What an edit does to entities, exactly. */
export interface Impact<Outcome> {
  /** Percent of the entities whose outcome changes. */
  readonly share: number;
  /** Largest first. */
  readonly moves: readonly Move<Outcome>[];
}

/**
 * Compares the outcome of every bucket before and after an edit: exact, no sampling.
 *
 * @param before One outcome for each bucket, undefined for none.
 * @param after As many buckets as `before`.
 */
export function impactOf<Outcome extends string | boolean>(
  before: readonly (Outcome | undefined)[],
  after: readonly (Outcome | undefined)[],
): Impact<Outcome> {
  const moves: { from: Outcome | undefined; to: Outcome | undefined; buckets: number }[] = [];
  for (const [bucket, from] of before.entries()) {
    const to = after[bucket];
    if (from === to) continue;
    const known = moves.find((move) => move.from === from && move.to === to);
    if (known === undefined) moves.push({ from, to, buckets: 1 });
    else known.buckets++;
  }
  const percentOf = (buckets: number): number => (buckets * 100) / before.length;
  return {
    share: percentOf(moves.reduce((sum, { buckets }) => sum + buckets, 0)),
    moves: moves
      .toSorted((left, right) => right.buckets - left.buckets)
      .map(({ from, to, buckets }) => ({ from, to, share: percentOf(buckets) })),
  };
}
