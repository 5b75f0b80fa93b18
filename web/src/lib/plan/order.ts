/** Anything with a place in an order. */
export interface Ranked {
  readonly id: string;
  readonly rank: number;
}

/** The list with another item at that place; the same list for a place that it does not have. */
export function replacedAt<Item>(list: readonly Item[], index: number, item: Item): readonly Item[] {
  return list.map((each, at) => (at === index ? item : each));
}

/** The list without that place. */
export function withoutAt<Item>(list: readonly Item[], index: number): readonly Item[] {
  return list.filter((_, at) => at !== index);
}

/** The items in the order of these ids; those that it does not name come last, in the order that they have. */
export function inOrder<Item extends { readonly id: string }>(
  items: readonly Item[],
  ids: readonly string[],
): readonly Item[] {
  return [
    ...ids.flatMap((id) => items.find((item) => item.id === id) ?? []),
    ...items.filter(({ id }) => !ids.includes(id)),
  ];
}
