import { type AuthenticationMetadata } from './authentication';
import { authenticationMethods, methodTraits } from './authentication-methods';
import { MAX_KEY_LENGTH } from './field-laws';

/** What every key of ours begins with. */
export const METADATA_PREFIX = 'io.service.auth.';

/** What the same keys begin with in Flipt v1. */
const ALIAS_PREFIX = 'io.flipt.auth.';

/** Parts of keys that Flipt v1 calls otherwise. */
const aliasWords = authenticationMethods
  .map((method) => [`${method}.`, `${methodTraits[method].fliptKey}.`] as const)
  .filter(([word, alias]) => word !== alias);

/** Keys of records of static tokens. */
export const tokenKeys = {
  name: `${METADATA_PREFIX}token.name`,
  description: `${METADATA_PREFIX}token.description`,
  namespace: `${METADATA_PREFIX}token.namespace`,
} as const;

/** Key of the role that a caller has. */
export const ROLE_KEY = `${METADATA_PREFIX}role`;

/** Key of the groups that a caller is in, as {@link groupsMetadata} has them. */
export const GROUPS_KEY = `${METADATA_PREFIX}groups`;

/** Most groups of a caller that are kept: Microsoft Entra ID names no more either. */
const MAX_GROUPS = 200;

/** The groups of a caller as metadata: the first 200, without names that are longer than a policy can have them. */
export function groupsMetadata(groups: readonly string[]): AuthenticationMetadata {
  const kept = [...new Set(groups)].filter(({ length }) => length <= MAX_KEY_LENGTH).slice(0, MAX_GROUPS);
  return kept.length === 0 ? {} : { [GROUPS_KEY]: JSON.stringify(kept) };
}

/** All that an identity provider says of a person, once more and as one text. */
export const CLAIMS_KEY = `${METADATA_PREFIX}claims`;

/** What may be shown to others than the person: all metadata but the claims of the identity provider. */
export function withoutClaims(metadata: AuthenticationMetadata): AuthenticationMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== CLAIMS_KEY));
}

/** The canonical spelling of a key. Other keys are returned as they are. */
export function canonicalKey(key: string): string {
  if (!key.startsWith(ALIAS_PREFIX)) return key;
  const rest = key.slice(ALIAS_PREFIX.length);
  const [word, alias] = aliasWords.find(([, flipt]) => rest.startsWith(flipt)) ?? ['', ''];
  return `${METADATA_PREFIX}${word}${rest.slice(alias.length)}`;
}

/** Flipt v1's spelling of one of our keys; undefined for other keys. */
export function aliasKey(key: string): string | undefined {
  if (!key.startsWith(METADATA_PREFIX)) return undefined;
  const rest = key.slice(METADATA_PREFIX.length);
  const [word, alias] = aliasWords.find(([ours]) => rest.startsWith(ours)) ?? ['', ''];
  return `${ALIAS_PREFIX}${alias}${rest.slice(word.length)}`;
}

/** Metadata with every key in its canonical spelling; where both are given, that one's value counts. */
export function canonicalMetadata<Value>(
  metadata: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const entries = Object.entries(metadata);
  const renamed = entries.map(([key, value]) => [canonicalKey(key), value] as const);
  const canonical = entries.filter(([key]) => canonicalKey(key) === key);
  return Object.fromEntries([...renamed, ...canonical]);
}

/** Metadata with Flipt v1's spelling beside ours, sorted by key. */
export function withAliases(metadata: AuthenticationMetadata): Record<string, string> {
  const entries = Object.entries(metadata).flatMap(([key, value]) => {
    const alias = aliasKey(key);
    return alias === undefined ? [[key, value] as const] : [[key, value] as const, [alias, value] as const];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Metadata in Flipt v1's spelling alone. */
export function inAliases(metadata: AuthenticationMetadata): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [aliasKey(key) ?? key, value]));
}
