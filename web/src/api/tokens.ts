import { queryOptions } from '@tanstack/react-query';
import { canonicalMetadata } from '@pennon/domain';
import type { fliptAuth } from '@pennon/proto';
import { allPages } from './all-pages';
import { api } from './client';
import { methodOf } from './methods';
import { type Method, type Token } from './types';

/** The longest page that the server gives of this list. */
const PAGE_SIZE = '100';

/** What the keys of all lists of credentials begin with. */
export const TOKENS = ['tokens'] as const;

/** All records of credentials, or those of one method. */
export function tokensQuery(method?: Method) {
  return queryOptions({
    queryKey: [...TOKENS, method ?? 'METHOD_NONE'],
    queryFn: ({ signal }) =>
      allPages(
        {
          path: '/auth/v1/tokens',
          member: 'authentications',
          read: tokenOf,
          query: { method, limit: PAGE_SIZE },
        },
        signal,
      ),
  });
}

/** What a new token is to be. */
export interface TokenWish {
  readonly name: string;
  readonly description: string;
  /** RFC 3339; undefined for one that never expires. */
  readonly expiresAt?: string;
  /** Undefined for a token of all namespaces. */
  readonly namespaceKey?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A new token; its secret is in this answer and nowhere else, so it is for a component's state, not for a cache. */
export interface CreatedToken {
  readonly secret: string;
  readonly record: Token;
}

export async function createToken(wish: TokenWish): Promise<CreatedToken> {
  const path = '/auth/v1/method/token';
  const { clientToken: secret = '', authentication = {} } = await api.send<fliptAuth.CreateTokenResponseJson>(
    'POST',
    path,
    wish,
  );
  return { secret, record: tokenOf(authentication) };
}

/** Ends a credential for good: a token, or the session of a person. Also succeeds for what is gone already. */
export async function deleteToken(id: string): Promise<void> {
  await api.send<unknown>('DELETE', `/auth/v1/tokens/${encodeURIComponent(id)}`);
}

export function tokenOf({
  id = '',
  method,
  expiresAt,
  createdAt,
  updatedAt,
  metadata = {},
}: fliptAuth.AuthenticationJson): Token {
  return {
    id,
    method: methodOf(method),
    ...{ expiresAt, createdAt, updatedAt },
    metadata: canonicalMetadata(metadata),
  };
}
