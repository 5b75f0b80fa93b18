import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages';
import { api } from './client';
import { flagOf } from './normalise';
import { apiPath } from './paths';
import { type Flag } from './types';
import { numberOf, objectOf } from './wire';

/** All flags of a namespace, in creation order. */
export function flagsQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flags'],
    queryFn: ({ signal }) =>
      allPages({ path: apiPath('namespaces', namespaceKey, 'flags'), member: 'flags', read: flagOf }, signal),
  });
}

/** One flag with its variants. */
export function flagQuery(namespaceKey: string, key: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flag', key],
    queryFn: async ({ signal }) =>
      flagOf(await api.get<unknown>(apiPath('namespaces', namespaceKey, 'flags', key), { signal })),
  });
}

/** A flag as it is now: writes are built from it, as they write the whole of it. */
export async function readFlag(client: QueryClient, namespaceKey: string, key: string): Promise<Flag> {
  return client.query({ ...flagQuery(namespaceKey, key), staleTime: 0 });
}

/** How many flags a namespace has, without reading them. */
export function flagCountQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'flags', 'count'],
    queryFn: async ({ signal }) => {
      const path = apiPath('namespaces', namespaceKey, 'flags');
      return numberOf(
        objectOf(await api.get<unknown>(path, { signal, query: { limit: '1' } })),
        'totalCount',
      );
    },
  });
}
