import type { Likeness } from '../parts/kinds';

/**
 * Finds for everything wanted the row that is most like it: rows that are equal first, whatever their places, then by
 * looser likeness; in order among those that are equally like. Linear in rows and levels.
 *
 * @returns The rows in the order wanted; undefined for one that is to be created.
 */
export function matchRows<Row extends Item, Item>(
  rows: readonly Row[],
  wanted: readonly Item[],
  likeness: Likeness<Item>,
): readonly (Row | undefined)[] {
  const matched = new Map<number, Row>();
  let free: readonly Row[] = rows;
  for (const textOf of likeness) {
    if (free.length === 0) break;
    const byText = queues(free, textOf);
    for (const [index, item] of wanted.entries()) {
      if (matched.has(index)) continue;
      const row = byText.get(textOf(item))?.next();
      if (row?.done === false) matched.set(index, row.value);
    }
    const taken = new Set(matched.values());
    free = free.filter((row) => !taken.has(row));
  }
  return wanted.map((_, index) => matched.get(index));
}

/** The rows of each text, to be taken one after another. */
function queues<Row>(rows: readonly Row[], textOf: (row: Row) => string): Map<string, IterableIterator<Row>> {
  const lists = new Map<string, Row[]>();
  for (const row of rows) {
    const text = textOf(row);
    const list = lists.get(text);
    if (list === undefined) lists.set(text, [row]);
    else list.push(row);
  }
  return new Map([...lists].map(([text, list]) => [text, list.values()]));
}

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
