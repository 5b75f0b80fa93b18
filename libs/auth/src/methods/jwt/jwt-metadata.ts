import {
  authenticationMethods,
  canonicalMetadata,
  CLAIMS_KEY,
  groupsMetadata,
  METADATA_PREFIX,
  methodTraits,
  ROLE_KEY,
  type AuthenticationMetadata,
} from '@pennon/domain';
import { type Claims, isObject } from '../../keys/claims';

/** What claims begin with that go into the metadata under their own name; the second is Flipt v1's. */
const ownNames = ['io.service.auth', 'io.flipt.auth'] as const;

/** What begins the keys of methods that vouch for a caller, in either family of names. */
const otherMethods = authenticationMethods
  .filter((method) => method !== 'token' && method !== 'jwt')
  .flatMap((method) => [method, methodTraits[method].fliptKey]);

/**
 * What no claim may set: it would make the caller somebody that another method vouches for, or change what a static
 * token is bound to. Role and groups are read apart from them.
 */
const RESERVED = new RegExp(
  `^io\\.(service|flipt)\\.auth\\.(role$|groups$|token\\.namespace$|(${otherMethods.join('|')})\\.)`,
);

/** Keys of what the claim `user` says, by the member that says it. */
const userKeys = [
  ['email', 'jwt.email'],
  ['sub', 'jwt.sub'],
  ['image', 'jwt.picture'],
  ['name', 'jwt.name'],
  ['role', 'jwt.role'],
] as const;

/**
 * The metadata of whoever shows a token with these claims. What is read from the claims by their meaning beats claims
 * that are called like it.
 *
 * @param copiesClaims Whether claims that are called like our keys count at all.
 * @param role The roles of the caller by its claims; undefined for none.
 * @param groups The groups of the caller by its claims; none unless given.
 */
export function metadataOfJwt(
  claims: Claims,
  copiesClaims: boolean,
  role: string | undefined,
  groups: readonly string[] = [],
): AuthenticationMetadata {
  return {
    ...(copiesClaims && canonicalMetadata(namedClaims(claims))),
    ...userMetadata(claims.user),
    ...(role !== undefined && { [ROLE_KEY]: role }),
    ...groupsMetadata(groups),
    ...(typeof claims.iss === 'string' && { [`${METADATA_PREFIX}jwt.issuer`]: claims.iss }),
    [CLAIMS_KEY]: JSON.stringify(claims),
  };
}

function namedClaims(claims: Claims): AuthenticationMetadata {
  const named = Object.entries(claims)
    .filter(([name]) => ownNames.some((prefix) => name.startsWith(prefix)))
    .filter(([name]) => !RESERVED.test(name));
  return Object.fromEntries(named.flatMap(([name, value]) => textEntry(name, value)));
}

function userMetadata(user: unknown): AuthenticationMetadata {
  if (!isObject(user)) return {};
  return Object.fromEntries(
    userKeys.flatMap(([member, key]) => textEntry(`${METADATA_PREFIX}${key}`, user[member])),
  );
}

/** An entry for a claim that is there; null is none. Text as it is, anything else as JSON. */
function textEntry(key: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  return [[key, typeof value === 'string' ? value : JSON.stringify(value)]];
}
