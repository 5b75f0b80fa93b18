import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages';
import { api } from './client';
import { segmentOf } from './normalise';
import { apiPath } from './paths';
import { numberOf, objectOf } from './wire';

/** All segments of a namespace with their constraints, in creation order. */
export function segmentsQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segments'],
    queryFn: ({ signal }) =>
      allPages(
        { path: apiPath('namespaces', namespaceKey, 'segments'), member: 'segments', read: segmentOf },
        signal,
      ),
  });
}

/** One segment with its constraints. */
export function segmentQuery(namespaceKey: string, key: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segment', key],
    queryFn: async ({ signal }) =>
      segmentOf(await api.get<unknown>(apiPath('namespaces', namespaceKey, 'segments', key), { signal })),
  });
}

/** How many segments a namespace has, without reading them. */
export function segmentCountQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'segments', 'count'],
    queryFn: async ({ signal }) => {
      const path = apiPath('namespaces', namespaceKey, 'segments');
      return numberOf(
        objectOf(await api.get<unknown>(path, { signal, query: { limit: '1' } })),
        'totalCount',
      );
    },
  });
}
