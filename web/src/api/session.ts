import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, isForbidden, isNotFound, isUnauthenticated } from './api-error';
import { forgetToken, setToken } from './client';
import { metaQuery } from './meta';
import { namespaceQuery } from './namespaces';
import { permissionsQuery } from './permissions';
import { expireSelf, selfQuery } from './self';
import { type Token } from './types';

/** How this page speaks to the server. */
export type Session =
  /** Authentication is not required: there is nobody to sign in or out. */
  | { readonly kind: 'open' }
  /** A person with the server's cookie. */
  | { readonly kind: 'person'; readonly self: Token }
  /** A token in this page's memory; with `namespaceKey`, it is one of that namespace only. */
  | { readonly kind: 'token'; readonly self?: Token; readonly namespaceKey?: string }
  | { readonly kind: 'signed-out' };

/** Longest life of a token in memory, in milliseconds. */
const TOKEN_LIFE = 8 * 60 * 60_000;

/** What is known of the token in memory; the token itself is known to the client alone. */
let held: { readonly namespaceKey: string | undefined; readonly until: number } | undefined;

/** Start-up, in order; never stored, and asked anew after each sign-in. */
export function sessionQuery() {
  return queryOptions({
    queryKey: ['session'],
    staleTime: Infinity,
    queryFn: async ({ client }): Promise<Session> => {
      const permissions = client.query({ ...permissionsQuery(), staleTime: 0 });
      const [session] = await Promise.all([
        held?.namespaceKey === undefined ? askWho(client) : scoped(held.namespaceKey),
        permissions.catch((error: unknown) => {
          // Callers who have not signed in have none.
          if (!isUnauthenticated(error)) throw error;
        }),
      ]);
      return session;
    },
  });
}

async function askWho(client: QueryClient): Promise<Session> {
  try {
    const meta = await client.query(metaQuery());
    if (!meta.isAuthenticationRequired) return { kind: 'open' };
    const self = await client.query({ ...selfQuery(), staleTime: 0 });
    return held === undefined ? { kind: 'person', self } : { kind: 'token', self };
  } catch (error) {
    if (isUnauthenticated(error)) return { kind: 'signed-out' };
    throw error;
  }
}

function scoped(namespaceKey: string): Session {
  return { kind: 'token', namespaceKey };
}

/** How a login with a token ended. */
export type TokenLogin =
  | 'done'
  /** The server does not know the token. */
  | 'refused'
  /** The token is one of a namespace, which was not named or is another. */
  | 'other-namespace'
  /** It may be one of that namespace, which does not exist. */
  | 'no-namespace';

/**
 * Signs in with a token, which is kept in memory only. One of a namespace may not even ask who it
 * is, so that it is tried there.
 *
 * @param namespaceKey Empty for a token of all namespaces.
 */
export async function signInWithToken(
  client: QueryClient,
  token: string,
  namespaceKey: string,
): Promise<TokenLogin> {
  setToken(token);
  try {
    const outcome = await tryToken(client, namespaceKey);
    if (outcome !== 'all-namespaces' && outcome !== 'one-namespace') {
      forgetToken();
      return outcome;
    }
    await holdToken(client, outcome === 'one-namespace' ? namespaceKey : undefined);
    return 'done';
  } catch (error) {
    forgetToken();
    throw error;
  }
}

type TokenReach = 'all-namespaces' | 'one-namespace';

async function tryToken(
  client: QueryClient,
  namespaceKey: string,
): Promise<TokenReach | Exclude<TokenLogin, 'done'>> {
  try {
    await client.query({ ...selfQuery(), staleTime: 0 });
    return 'all-namespaces';
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
  }
  try {
    if (namespaceKey !== '') {
      await client.query({ ...namespaceQuery(namespaceKey), staleTime: 0 });
      return 'one-namespace';
    }
  } catch (error) {
    if (isNotFound(error)) return 'no-namespace';
    if (!isUnauthenticated(error)) throw error;
  }
  return (await isKnownToken(client)) ? 'other-namespace' : 'refused';
}

/** Asks what tokens of every namespace may ask. */
async function isKnownToken(client: QueryClient): Promise<boolean> {
  try {
    await client.query({ ...permissionsQuery(), staleTime: 0 });
    return true;
  } catch (error) {
    if (isUnauthenticated(error)) return false;
    throw error;
  }
}

async function holdToken(client: QueryClient, namespaceKey: string | undefined): Promise<void> {
  const until = Date.now() + TOKEN_LIFE;
  held = { namespaceKey, until };
  setTimeout(() => {
    if (held?.until === until) forgetPerson(client);
  }, TOKEN_LIFE);
  await client.resetQueries(metaQuery());
  await client.query({ ...sessionQuery(), staleTime: 0 });
}

/**
 * Forgets here who was signed in and all that the server told them. The entry of the session itself stays, because
 * those who watch it are to learn of this.
 */
export function forgetPerson(client: QueryClient): void {
  forgetToken();
  held = undefined;
  client.removeQueries({ predicate: isOfPerson });
  client.getMutationCache().clear();
  client.setQueryData(sessionQuery().queryKey, { kind: 'signed-out' });
}

/** Goes on as somebody else, who has signed in in another tab: what the server told the person before is read anew. */
export function changePerson(client: QueryClient, self: Token): void {
  const found: Session = { kind: 'person', self };
  client.setQueryData(sessionQuery().queryKey, found);
  client.getMutationCache().clear();
  void client.resetQueries({ predicate: isOfPerson });
}

function isOfPerson({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] !== sessionQuery().queryKey[0];
}

/**
 * Ends the session: a person's on the server, a token's in this page only.
 * False when the server could not be told; the page forgets all the same.
 */
export async function signOut(client: QueryClient, session: Session): Promise<boolean> {
  let isToldToServer = true;
  if (session.kind === 'person') {
    isToldToServer = await expireSelf().then(
      () => true,
      (error: unknown) => isUnauthenticated(error),
    );
  }
  forgetPerson(client);
  return isToldToServer;
}

/** True when the refusal is one that a token of one namespace gets beyond it. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (isForbidden(error) || isUnauthenticated(error));
}
