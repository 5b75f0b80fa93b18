import { useCallback } from 'react';
import { useSearchState } from '@/app/search-state';
import * as z from '@/lib/zod';

/** What the list may be sorted by; a minus sign turns it round. Absent is the order of creation. */
export const sorts = ['name', '-name', '-updated', 'updated'] as const;

export type Sort = (typeof sorts)[number];

/** The address of the list holds all that decides what it shows. */
const schema = z.object({ q: z._default(z.string(), ''), sort: z.optional(z.enum(sorts)) });

export interface ListState {
  /** In the query language. */
  readonly query: string;
  readonly sort: Sort | undefined;
  readonly setQuery: (query: string, options?: { readonly replace: boolean }) => void;
  readonly setSort: (sort: Sort | undefined) => void;
}

export function useListState(): ListState {
  const [{ q, sort }, change] = useSearchState(schema);
  const setQuery = useCallback(
    (query: string, options?: { readonly replace: boolean }) => {
      change({ q: query }, options);
    },
    [change],
  );
  return {
    query: q,
    sort,
    setQuery,
    setSort: (next) => {
      change({ sort: next });
    },
  };
}
