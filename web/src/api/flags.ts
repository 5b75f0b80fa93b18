import type { flipt } from '@pennon/proto';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BasedFlag } from '@/lib/plan/state-plans';
import { allPages } from './all-pages';
import { api } from './client';
import { contentsOf, flagOf } from './normalise';
import { apiPath } from './paths';
import { latestSubject } from './revision';

/** All flags of a namespace, in creation order. */
export function flagsQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flags'],
    queryFn: ({ signal }) =>
      allPages({ path: apiPath('namespaces', namespaceKey, 'flags'), member: 'flags', read: flagOf }, signal),
  });
}

/**
 * One flag with all that decides what it answers, and the revision that it is of. Rules and rollouts are there for
 * either type: the API allows leftovers of the other kind.
 */
export function flagQuery(namespaceKey: string, key: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flag', key],
    queryFn: async ({ signal }): Promise<BasedFlag> => {
      const { revision, state, rows } = await latestSubject(namespaceKey, { kind: 'flag', key }, signal);
      return { ...contentsOf(rows), base: revision, document: state };
    },
  });
}

/** A flag as it is now: the index has too little to copy from, and lists may format attachments differently. */
export async function readFlag(client: QueryClient, namespaceKey: string, key: string): Promise<BasedFlag> {
  return client.query({ ...flagQuery(namespaceKey, key), staleTime: 0 });
}

/** How many flags a namespace has, without reading them. */
export function flagCountQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flags', 'count'],
    queryFn: async ({ signal }) => {
      const path = apiPath('namespaces', namespaceKey, 'flags');
      const page = await api.get<flipt.FlagListJson>(path, { signal, query: { limit: '1' } });
      return page.totalCount ?? 0;
    },
  });
}
