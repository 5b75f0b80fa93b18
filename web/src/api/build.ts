import { queryOptions } from '@tanstack/react-query';
import { api } from './client';

/** Whether the server still hands out the page itself, when a file of it is missing. */
export function buildQuery() {
  return queryOptions({
    queryKey: ['build'],
    queryFn: async ({ signal }) => (await api.ask('', { signal, refusable: true })).ok,
  });
}
