import { invalidField } from './errors';
import { quote } from './quote';

/** An item that has a place in an order. */
export interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/**
 * The new ranks an order request asks for: the id at position n gets rank n, 1-based.
 *
 * Ids that are not among `existing` are passed over without closing the gap they leave, and items that are not
 * listed keep their rank.
 */
export function ranksByPosition(
  existing: readonly Ranked[],
  orderedIds: readonly string[],
): Map<string, number> {
  const known = new Set(existing.map(({ id }) => id));
  const ranks = new Map<string, number>();
  orderedIds.forEach((id, index) => {
    if (known.has(id)) ranks.set(id, index + 1);
  });
  return ranks;
}

/**
 * Checks the ids of an order request.
 *
 * @param field Name of the field, for the error.
 * @throws InvalidArgumentError if an id is listed twice, which would leave two items with one rank.
 */
export function assertListedOnce(field: string, ids: readonly string[]): void {
  const listed = new Set<string>();
  for (const id of ids) {
    if (listed.has(id)) throw invalidField(field, `must not list ${quote(id)} twice`);
    listed.add(id);
  }
}

/** Ranks 1..n for all items, in their present order; what a deletion leaves behind. */
export function denseRanks(existing: readonly Ranked[]): Map<string, number> {
  return new Map(existing.map(({ id }, index) => [id, index + 1]));
}

/** The items by their new ranks; those that `ranks` lacks keep theirs. */
export function reranked(existing: readonly Ranked[], ranks: ReadonlyMap<string, number>): readonly Ranked[] {
  return existing
    .map(({ id, rank }) => ({ id, rank: ranks.get(id) ?? rank }))
    .toSorted((one, other) => one.rank - other.rank);
}
