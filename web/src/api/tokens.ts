import { queryOptions } from '@tanstack/react-query';
import { canonicalMetadata } from '@pennon/domain';
import { allPages } from './all-pages';
import { api } from './client';
import { textMembers } from './meta';
import { methodOf } from './methods';
import { type Method, type Token } from './types';
import { objectOf, textOf, type WireObject } from './wire';

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
  const answer = objectOf(await api.send<unknown>('POST', '/auth/v1/method/token', wish));
  return { secret: textOf(answer, 'clientToken'), record: tokenOf(answer.authentication) };
}

/** Ends a credential for good: a token, or the session of a person. Also succeeds for what is gone already. */
export async function deleteToken(id: string): Promise<void> {
  await api.send<unknown>('DELETE', `/auth/v1/tokens/${encodeURIComponent(id)}`);
}

export function tokenOf(wire: unknown): Token {
  const object = objectOf(wire);
  return {
    id: textOf(object, 'id'),
    method: methodOf(object),
    expiresAt: given(object, 'expiresAt'),
    createdAt: given(object, 'createdAt'),
    updatedAt: given(object, 'updatedAt'),
    metadata: canonicalMetadata(textMembers(object.metadata)),
  };
}

function given(object: WireObject, name: string): string | undefined {
  const text = textOf(object, name);
  return text === '' ? undefined : text;
}
