import type { flipt } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { allPages } from './all-pages';
import { api } from './client';
import { namespaceOf } from './normalise';
import { apiPath } from './paths';

/** All namespaces that the caller may see. */
export function namespacesQuery() {
  return queryOptions({
    queryKey: ['ns'],
    queryFn: ({ signal }) =>
      allPages({ path: apiPath('namespaces'), member: 'namespaces', read: namespaceOf }, signal),
  });
}

/** One namespace: for callers who may not list them. */
export function namespaceQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey],
    queryFn: async ({ signal }) =>
      namespaceOf(await api.get<flipt.NamespaceJson>(apiPath('namespaces', namespaceKey), { signal })),
  });
}
