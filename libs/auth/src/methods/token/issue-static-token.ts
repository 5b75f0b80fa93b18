import {
  canonicalMetadata,
  invalidField,
  METADATA_PREFIX,
  ROLE_KEY,
  tokenKeys,
  type AuditOrigin,
  type AuthenticationMetadata,
  type Instant,
} from '@pennon/domain';
import { type IssuedToken, type Tokens } from '../../tokens/tokens';

/** Keys with our prefix that may be chosen; the others would pretend to be somebody. */
const choosableKeys: ReadonlySet<string> = new Set([ROLE_KEY, ...Object.values(tokenKeys)]);

/** A static token as somebody wants it. */
export interface NewStaticToken {
  /** May be empty, as in Flipt. */
  readonly name: string;
  /** `''` for none. */
  readonly description: string;
  /** The only namespace it is good for; blank for all. */
  readonly namespaceKey: string;
  /** Whatever is to be known of its bearer, by key. */
  readonly metadata: AuthenticationMetadata;
  /** Undefined for a token that never expires. */
  readonly expiresAt: Instant | undefined;
}

/**
 * Makes a static token.
 *
 * @param origin Whose doing it is.
 * @throws InvalidArgumentError if a key of the metadata is reserved, or the token would have expired already.
 */
export async function issueStaticToken(
  tokens: Tokens,
  token: NewStaticToken,
  origin: AuditOrigin,
): Promise<IssuedToken> {
  const { expiresAt } = token;
  const metadata = metadataOf(token);
  if (expiresAt !== undefined && expiresAt <= tokens.now())
    throw invalidField('expiresAt', 'must be in the future');
  return tokens.issue({ method: 'token', metadata, expiresAt }, origin);
}

/** What is chosen freely, and over it what is said in members of its own. */
function metadataOf({ name, description, namespaceKey, metadata }: NewStaticToken): AuthenticationMetadata {
  const chosen = canonicalMetadata(metadata);
  const reserved = Object.keys(chosen).find(
    (key) => key.startsWith(METADATA_PREFIX) && !choosableKeys.has(key),
  );
  if (reserved !== undefined) throw invalidField('metadata', `key ${reserved} is reserved`);
  return {
    ...chosen,
    [tokenKeys.name]: name,
    ...(description !== '' && { [tokenKeys.description]: description }),
    ...(namespaceKey.trim() !== '' && { [tokenKeys.namespace]: namespaceKey }),
  };
}
