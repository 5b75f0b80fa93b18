import type { pennonFind } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages';
import { apiPath } from './paths';

/** The last revision that changed a flag or a segment that it uses. */
export interface LastChange {
  /** RFC 3339. */
  readonly at: string;
  /** What the author is called; empty if nothing is known. */
  readonly by: string;
}

/** The longest page that the server gives of this list. */
const PAGE_SIZE = '1000';

/** By key of the flag; flags of which the history says nothing are left out. */
export function lastChangesQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flags', 'last-changes'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, LastChange>> => {
      const query = { namespaceKey, limit: PAGE_SIZE };
      const place = { path: apiPath('find', 'flags'), member: 'flags', read: lastChangeOf, query };
      return new Map((await allPages(place, signal)).flat());
    },
  });
}

/** None or one. */
function lastChangeOf({
  key = '',
  lastChangedAt: at,
  lastChangedBy: by = '',
}: pennonFind.FoundFlagJson): readonly (readonly [string, LastChange])[] {
  return at === undefined ? [] : [[key, { at, by }]];
}
