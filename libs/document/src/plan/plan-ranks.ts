/**
 * The ranks of matched rows in the order wanted; undefined for a row that is to be created has a rank here too.
 *
 * Ranks stay as they are, sparse and shared ones too, as long as the order does; once something is added, removed or
 * moved they are 1 to n.
 *
 * @param rows In the order wanted; undefined for one that is to be created.
 * @param present The rows as they are, by rank.
 */
export function plannedRanks<Row extends { readonly rank: number }>(
  rows: readonly (Row | undefined)[],
  present: readonly Row[],
): readonly number[] {
  const isUnchanged = rows.length === present.length && rows.every((row, index) => row === present[index]);
  return isUnchanged ? present.map(({ rank }) => rank) : rows.map((_, index) => index + 1);
}
