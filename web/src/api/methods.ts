import type { fliptAuth } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { SELDOM } from './meta';
import { type LoginMethod, type Method } from './types';

/** The ways to sign in, the disabled ones included. */
export function methodsQuery() {
  return queryOptions({
    queryKey: ['methods'],
    staleTime: SELDOM,
    queryFn: async ({ signal }) => {
      const options = { signal, refusable: true };
      const { methods = [] } = await api.get<fliptAuth.ListAuthenticationMethodsResponseJson>(
        '/auth/v1/method',
        options,
      );
      return methods.map(loginMethodOf);
    },
  });
}

/** Where the browser must go to sign in; `authorizeUrl` of a method or provider is asked as it was given. */
export async function loginAddress(authorizeUrl: string): Promise<string> {
  const options = { fromOrigin: true, refusable: true };
  const answer = await api.get<fliptAuth.AuthorizeURLResponseJson>(authorizeUrl, options);
  return answer.authorizeUrl ?? '';
}

export function methodOf(method: fliptAuth.MethodJson | undefined): Method {
  return method === undefined || method === 'METHOD_CLOUD' ? 'METHOD_NONE' : method;
}

/** What the metadata of a method says of where its logins start. */
interface LoginPlaces {
  readonly authorize_url?: string;
  readonly providers?: Readonly<Record<string, Pick<LoginPlaces, 'authorize_url'>>>;
}

export function loginMethodOf({
  method,
  enabled = false,
  metadata = {},
}: fliptAuth.MethodInfoJson): LoginMethod {
  const { authorize_url: authorizeUrl = '', providers = {} } = metadata as LoginPlaces;
  const named = Object.entries(providers).map(([name, { authorize_url = '' }]) => ({
    name,
    authorizeUrl: authorize_url,
  }));
  return { method: methodOf(method), enabled, authorizeUrl, providers: named };
}
