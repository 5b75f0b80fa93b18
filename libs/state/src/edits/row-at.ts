import type { EditSpot } from './edit';

/** The row of a rank, from 1. @throws FailedPreconditionError if there is none. */
export function rowAt<Row>(
  noun: string,
  rows: readonly Row[],
  rank: number,
  spot: EditSpot,
): { readonly index: number; readonly row: Row } {
  if (!(Number.isInteger(rank) && rank > 0)) spot.refuse('rank', 'must be a whole number from 1');
  const row = rows[rank - 1];
  if (row === undefined) spot.fail('rank', `has no ${noun} ${rank}: it has ${rows.length}`);
  return { index: rank - 1, row };
}
