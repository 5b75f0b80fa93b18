import { useCallback } from 'react';
import { useSearchState } from '@/app/search-state';
import * as z from '@/lib/zod';

/** What the list may be sorted by; a minus sign turns it round. Absent is the order of creation. */
export const sorts = ['name', '-name', 'key', '-key', 'updated', '-updated', 'created', '-created'] as const;

export type Sort = (typeof sorts)[number];

/** The sort that a remembered text names, if it still is one. */
export function sortOf(text: string): Sort | undefined {
  return sorts.find((sort) => sort === text);
}

/** The address of the list holds all that decides what it shows. */
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
