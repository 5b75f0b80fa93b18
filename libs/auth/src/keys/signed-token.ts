import { compactVerify, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose';
import { DisallowedAlgorithmError, InvalidTokenError, UnknownKeyError } from './claims';
import type { VerificationKey } from './verification-key';

/** Longest token that is looked at, in characters. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

/** A token that looks like one; nothing of it is proved. */
export interface SignedToken {
  /** JWS in compact form. */
  readonly text: string;
  /** What it claims to be signed by, which is among what is allowed. */
  readonly algorithm: string;
  /** Which key it claims to be signed with; undefined when it does not say. */
  readonly keyId: string | undefined;
}

/**
 * Reads the head of a token. Keys that a token brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are not looked
 * at: who signed it is not the token's to say.
 *
 * @param allowed Algorithms that tokens may be signed by.
 * @throws DisallowedAlgorithmError if it is signed by another algorithm.
 * @throws InvalidTokenError if it is none.
 */
export function readSignedToken(text: string, allowed: readonly string[]): SignedToken {
  if (text.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the token is too long');
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) throw new InvalidTokenError('not a signed token');
  const { alg, kid, crit } = headerOf(text);
  // The issuer relies on us to refuse a token with an extension that we do not know (RFC 7515, 4.1.11).
  if (crit !== undefined) throw new InvalidTokenError('the token has a critical extension');
  if (typeof alg !== 'string' || !allowed.includes(alg)) throw new DisallowedAlgorithmError(alg);
  if (kid !== undefined && typeof kid !== 'string')
    throw new InvalidTokenError('the id of the key must be a text');
  return { text, algorithm: alg, keyId: kid };
}

/** What a token says, as bytes; nothing of it is proved. */
export function payloadOf({ text }: SignedToken): Uint8Array {
  return Buffer.from(text.split('.')[1] ?? '', 'base64url');
}

function headerOf(text: string): Readonly<Record<keyof ProtectedHeaderParameters, unknown>> {
  try {
    return decodeProtectedHeader(text);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof errors.JOSEError)) throw error;
    throw new InvalidTokenError('the head of the token cannot be read');
  }
}

/**
 * The payload of a token that one of the keys has signed.
 *
 * @param allowed Algorithms that tokens may be signed by.
 * @throws InvalidTokenError if no key has signed it.
 */
export async function verifySignature(
  token: SignedToken,
  keys: readonly VerificationKey[],
  allowed: readonly string[],
): Promise<Uint8Array> {
  for (const key of candidateKeys(token, keys, allowed)) {
    const payload = await payloadSignedBy(key, token);
    if (payload !== undefined) return payload;
  }
  throw unverified(token, keys);
}

/** Why no key has signed a token. */
export function unverified(
  { keyId }: Pick<SignedToken, 'keyId'>,
  keys: readonly VerificationKey[],
): InvalidTokenError {
  const isKnown = keyId === undefined || keys.some(({ id }) => id === keyId);
  return isKnown ? new InvalidTokenError('no key verifies the signature') : new UnknownKeyError();
}

/**
 * The keys to try. A token that names a key is held to it, any other is tried with every key; each is tried with the
 * algorithms of its own type only.
 *
 * @param allowed Algorithms that tokens may be signed by; which of them are tried is the key's to say, not the token's.
 */
export function candidateKeys(
  { algorithm, keyId }: SignedToken,
  keys: readonly VerificationKey[],
  allowed: readonly string[],
): readonly VerificationKey[] {
  if (!allowed.includes(algorithm)) return [];
  return keys
    .filter(({ id }) => keyId === undefined || id === undefined || id === keyId)
    .filter(({ algorithms }) => algorithms.some((candidate) => candidate === algorithm));
}

/** The payload of a token, by `jose`; undefined if the key has not signed it. */
export async function payloadSignedBy(
  { key }: VerificationKey,
  { text, algorithm }: SignedToken,
): Promise<Uint8Array | undefined> {
  try {
    return (await compactVerify(text, key, { algorithms: [algorithm] })).payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return undefined;
  }
}
