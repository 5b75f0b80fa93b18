/**
 * Whether tests do all the random and repeated work that they were written for. `npm run test:long` and
 * `npm run test:services` set it; `npm test` and CI leave it at a part that still finds the same kinds of fault.
 */
export const isWhole = process.env.PENNON_TEST_SIZE === 'whole';

/** Fewer runs of a property find too little. */
const FEWEST_RUNS = 50;

/** One of two amounts, by the size of the tests. */
export function sized<T>(amounts: { readonly small: T; readonly whole: T }): T {
  return isWhole ? amounts.whole : amounts.small;
}

/** How many runs a property gets: all that are given, or a tenth, but not fewer than 50 of them. */
export function runs(whole: number): number {
  return sized({ small: Math.min(whole, Math.max(FEWEST_RUNS, whole / 10)), whole });
}

/** All rows of a table in a long run; else every `step`-th, where rows are tested alike. */
export function sample<T>(rows: readonly T[], step: number): readonly T[] {
  return sized({ small: rows.filter((_, index) => index % step === 0), whole: rows });
}
