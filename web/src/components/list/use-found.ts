import { useDeferredValue, useMemo, useState } from 'react';
import { type Query, search } from '@/lib/query-language';
import { type Sort, type Sortable, sortEntries } from '@/lib/sort-entries';

/**
 * The entries of a list that a text finds, in the order that was asked for; without one, those that fit best come
 * first. Typing comes before finding, so they may follow the text a little later.
 *
 * @param read Reads a query, given the milliseconds since 1970.
 */
export function useFound<Searched, Entry extends Searched & Sortable>(
  entries: readonly Entry[],
  sort: Sort | undefined,
  text: string,
  read: (text: string, now: number) => Query<Searched>,
): { readonly filter: Query<Searched>; readonly found: readonly Entry[] } {
  const [openedAt] = useState(() => Date.now());
  const wanted = useDeferredValue(text);
  const filter = useMemo(() => read(wanted, openedAt), [read, wanted, openedAt]);
  const sorted = useMemo(() => sortEntries(entries, sort), [entries, sort]);
  const found = useMemo(
    () => (sort === undefined ? search(sorted, filter) : sorted.filter((entry) => filter.matches(entry))),
    [sorted, filter, sort],
  );
  return { filter, found };
}
