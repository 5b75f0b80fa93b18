import { compareTimestamps } from './time';

/** What lists can be sorted by. */
export interface Sortable {
  readonly name: string;
  readonly key: string;
  readonly updatedAt: string;
  readonly createdAt: string;
}

/** What lists may be sorted by; a minus sign turns it round. Absent is the order of creation. */
export const sorts = ['name', '-name', 'key', '-key', 'updated', '-updated', 'created', '-created'] as const;

export type Sort = (typeof sorts)[number];

export type SortColumn = Exclude<Sort, `-${string}`>;

/** The sort that a remembered text names, if it still is one. */
export function sortOf(text: string): Sort | undefined {
  return sorts.find((sort) => sort === text);
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const ascending: Readonly<Record<string, (left: Sortable, right: Sortable) => number>> = {
  name: (left, right) => names.compare(left.name, right.name),
  key: (left, right) => names.compare(left.key, right.key),
  updated: (left, right) => compareTimestamps(left.updatedAt, right.updatedAt),
  created: (left, right) => compareTimestamps(left.createdAt, right.createdAt),
};

/** The entries in an order; equal ones stay in the order of creation, which is also the one without a sort. */
export function sortEntries<Entry extends Sortable>(
  entries: readonly Entry[],
  sort: Sort | undefined,
): readonly Entry[] {
  const compare = sort === undefined ? undefined : ascending[sort.replace('-', '')];
  if (compare === undefined) return entries;
  const direction = sort?.startsWith('-') === true ? -1 : 1;
  return entries.toSorted((left, right) => direction * compare(left, right));
}
