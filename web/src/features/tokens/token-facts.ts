import { type Token } from '@/api/types';
import { parseTimestamp } from '@/lib/time';

/** Keys of metadata that say what a token is. */
const keys = {
  name: 'io.service.auth.token.name',
  description: 'io.service.auth.token.description',
  namespaceKey: 'io.service.auth.token.namespace',
  role: 'io.service.auth.role',
} as const;

/** The key under which a role is given to a new token. */
export const ROLE = keys.role;

/** What the server calls the token it makes at its first start. */
const BOOTSTRAP = 'initial_bootstrap_token';

const DAY = 24 * 60 * 60_000;

/** How long before its end a token is said to expire soon, in milliseconds. */
const SOON = 14 * DAY;

export type TokenState = 'valid' | 'soon' | 'expired' | 'never';

/** What people want to know of a token. */
export interface TokenFacts {
  readonly token: Token;
  /** Empty for a token that was made without one. */
  readonly name: string;
  readonly description: string;
  /** Undefined for a token of all namespaces. */
  readonly namespaceKey: string | undefined;
  readonly role: string;
  readonly state: TokenState;
  readonly isBootstrap: boolean;
}

export function factsOf(token: Token, now: Date): TokenFacts {
  const { metadata } = token;
  const name = tokenName(token);
  const namespaceKey = metadata[keys.namespaceKey]?.trim() ?? '';
  return {
    token,
    name,
    description: metadata[keys.description] ?? '',
    namespaceKey: namespaceKey === '' ? undefined : namespaceKey,
    role: metadata[keys.role] ?? '',
    state: stateOf(token.expiresAt, now),
    isBootstrap: name === BOOTSTRAP,
  };
}

/** Empty for a token that was made without one. */
export function tokenName({ metadata }: Token): string {
  return metadata[keys.name] ?? '';
}

/** A token is refused from the instant it expires at. @param expiresAt RFC 3339; undefined for never. */
export function stateOf(expiresAt: string | undefined, now: Date): TokenState {
  const end = expiresAt === undefined ? undefined : parseTimestamp(expiresAt);
  if (end === undefined) return 'never';
  const left = end.getTime() - now.getTime();
  if (left <= 0) return 'expired';
  return left <= SOON ? 'soon' : 'valid';
}
