import { compactVerify, errors } from 'jose';
import { InvalidTokenError } from './invalid-token-error';
import { type SignedToken } from './signed-token';
import { type VerificationKey } from './verification-key';

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
  throw new InvalidTokenError('no key verifies the signature');
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
