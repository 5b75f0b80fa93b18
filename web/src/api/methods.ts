import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { SELDOM } from './meta';
import { type LoginMethod, type Method } from './types';
import { boolOf, listOf, objectOf, oneOf, textOf, type WireObject } from './wire';

const methods: readonly [Method, ...Method[]] = [
  'METHOD_NONE',
  'METHOD_TOKEN',
  'METHOD_CODEHOST',
  'METHOD_GITHUB',
  'METHOD_OIDC',
  'METHOD_ORCHESTRATOR',
  'METHOD_KUBERNETES',
  'METHOD_JWT',
];

/** The ways to sign in, the disabled ones included. */
export function methodsQuery() {
  return queryOptions({
    queryKey: ['methods'],
    staleTime: SELDOM,
    queryFn: async ({ signal }) => {
      const answer = objectOf(await api.get<unknown>('/auth/v1/method', { signal, refusable: true }));
      return listOf(answer, 'methods', loginMethodOf);
    },
  });
}

/** Where the browser must go to sign in; `authorizeUrl` of a method or provider is asked as it was given. */
export async function loginAddress(authorizeUrl: string): Promise<string> {
  const answer = await api.get<unknown>(authorizeUrl, { fromOrigin: true, refusable: true });
  return textOf(objectOf(answer), 'authorizeUrl');
}

export function methodOf(object: WireObject): Method {
  return oneOf(object, 'method', methods);
}

export function loginMethodOf(wire: unknown): LoginMethod {
  const object = objectOf(wire);
  const metadata = objectOf(object.metadata);
  return {
    method: methodOf(object),
    enabled: boolOf(object, 'enabled'),
    authorizeUrl: textOf(metadata, 'authorize_url'),
    providers: Object.entries(objectOf(metadata.providers)).map(([name, provider]) => ({
      name,
      authorizeUrl: textOf(objectOf(provider), 'authorize_url'),
    })),
  };
}
