import type { fliptAuth } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { tokenOf } from './tokens';

/** Who the caller is; a 401 means nobody, and also that the server does not ask. */
export function selfQuery() {
  return queryOptions({
    queryKey: ['self'],
    queryFn: async ({ signal }) =>
      tokenOf(await api.get<fliptAuth.AuthenticationJson>('/auth/v1/self', { signal, refusable: true })),
  });
}

/** Ends the session on the server. Never for a token that others use as well. */
export async function expireSelf(): Promise<void> {
  await api.send<unknown>('PUT', '/auth/v1/self/expire', {}, { refusable: true });
}
