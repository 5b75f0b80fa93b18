import { compareTimestamps } from '@/lib/time';
import { type FlagEntry } from './flag-entry';
import { type Sort } from './list-state';

type Compare = (left: FlagEntry, right: FlagEntry) => number;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const ascending: Readonly<Record<string, Compare>> = {
  name: (left, right) => names.compare(left.name, right.name),
  key: (left, right) => names.compare(left.key, right.key),
  updated: (left, right) => compareTimestamps(left.updatedAt, right.updatedAt),
  created: (left, right) => compareTimestamps(left.createdAt, right.createdAt),
};

/** The entries in an order; equal ones stay in the order of creation, which is also the one without a sort. */
export function sortEntries(entries: readonly FlagEntry[], sort: Sort | undefined): readonly FlagEntry[] {
  const compare = sort === undefined ? undefined : ascending[sort.replace('-', '')];
  if (compare === undefined) return entries;
  const direction = sort?.startsWith('-') === true ? -1 : 1;
  return entries.toSorted((left, right) => direction * compare(left, right));
}
