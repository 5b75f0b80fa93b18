import { queryOptions } from '@tanstack/react-query';
import { ApiError, isUnreachable } from './api-error';
import { api } from './client';
import { SELDOM } from './meta';
import { type Capabilities } from './types';
import { boolOf, objectOf, textsOf } from './wire';

/** What this server can do beyond Flipt v1. A server that does not know the question can do none of it. */
export function capabilitiesQuery() {
  return queryOptions({
    queryKey: ['capabilities'],
    staleTime: SELDOM,
    queryFn: async ({ signal }) => {
      try {
        return capabilitiesOf(
          await api.get<unknown>('/internal/v1/ui/capabilities', { signal, refusable: true }),
        );
      } catch (error) {
        if (error instanceof ApiError && !isUnreachable(error)) return capabilitiesOf({});
        throw error;
      }
    },
  });
}

export function capabilitiesOf(wire: unknown): Capabilities {
  const object = objectOf(wire);
  return {
    tokenSession: boolOf(object, 'tokenSession'),
    history: boolOf(object, 'history'),
    changesets: boolOf(object, 'changesets'),
    preconditions: boolOf(object, 'preconditions'),
    events: boolOf(object, 'events'),
    permissions: boolOf(object, 'permissions'),
    loginErrors: boolOf(object, 'loginErrors'),
    batchAnalytics: boolOf(object, 'batchAnalytics'),
    auditLog: boolOf(object, 'auditLog'),
    valueCounts: boolOf(object, 'valueCounts'),
    guardedNamespaces: textsOf(object, 'guardedNamespaces'),
  };
}
