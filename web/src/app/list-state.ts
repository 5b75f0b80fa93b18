import { useCallback } from 'react';
import { type Sort, sorts } from '@/lib/sort-entries';
import * as z from '@/lib/zod';
import { useSearchState } from './search-state';

/** The address of a list holds all that decides what it shows. */
const schema = z.object({
  q: z._default(z.string(), ''),
  sort: z.optional(z.enum(sorts)),
  page: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,4}$/)),
      z.transform((text) => Number(text)),
    ),
    1,
  ),
});

export interface ListState {
  /** In the query language. */
  readonly query: string;
  readonly sort: Sort | undefined;
  /** From 1. */
  readonly page: number;
  /** Typing replaces the address, choosing adds to the way back. */
  readonly setQuery: (query: string, options?: { readonly replace: boolean }) => void;
  readonly setSort: (sort: Sort | undefined) => void;
  readonly setPage: (page: number) => void;
  /** Query and order at once, as a view has them. */
  readonly setView: (query: string, sort: Sort | undefined) => void;
}

/** What a list shows, as its address says; one that is short enough has no pages. */
export function useListState(): ListState {
  const [{ q, sort, page }, change] = useSearchState(schema);
  const setQuery = useCallback(
    (query: string, options?: { readonly replace: boolean }) => {
      change({ q: query, page: undefined }, options);
    },
    [change],
  );
  return {
    query: q,
    sort,
    page,
    setQuery,
    setSort: (next) => {
      change({ sort: next, page: undefined });
    },
    setView: (nextQuery, nextSort) => {
      change({ q: nextQuery, sort: nextSort, page: undefined });
    },
    setPage: (next) => {
      change({ page: next === 1 ? undefined : String(next) });
    },
  };
}
