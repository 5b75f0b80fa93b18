import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { objectOf, textOf } from './wire';

/** How the server says it is, as in `SERVING`. */
export function healthQuery() {
  return queryOptions({
    queryKey: ['health'],
    queryFn: async ({ signal }) =>
      textOf(objectOf(await api.get<unknown>('/health', { signal, refusable: true })), 'status'),
  });
}
