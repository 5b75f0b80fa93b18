import { type Step } from './plan';

/** Anything with a place in an order. */
export interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/** A rank after all of these that none of them has: ranks may be sparse, and start anywhere. */
export function nextRank(siblings: readonly Ranked[]): number {
  return Math.max(siblings.length, ...siblings.map(({ rank }) => rank)) + 1;
}

/** The ids with one more at that place, counted from 0. */
export function insertedAt(ids: readonly string[], index: number, id: string): readonly string[] {
  return ids.toSpliced(index, 0, id);
}

/**
 * The step that orders, if there is anything to order: the server wants two ids at least, and an order that is there
 * already needs no call.
 */
export function orderSteps(
  present: readonly string[],
  wanted: readonly string[],
  stepOf: (ids: readonly string[]) => Step,
): readonly Step[] {
  const isSame = wanted.every((id, index) => id === present[index]);
  return wanted.length < 2 || isSame ? [] : [stepOf(wanted)];
}
