/** How often one value came, of all that were asked. */
export interface Tally {
  readonly value: string | boolean;
  readonly count: number;
}

/** Counts values, most frequent first; equally frequent ones in order of appearance. */
export function tallyOf(values: readonly (string | boolean)[]): readonly Tally[] {
  const counts = new Map<string | boolean, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((left, right) => right.count - left.count);
}
