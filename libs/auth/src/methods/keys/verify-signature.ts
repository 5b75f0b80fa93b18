import { compactVerify, errors } from 'jose';
import { InvalidTokenError } from './invalid-token-error';
import { type SignedToken } from './signed-token';
import { type VerificationKey } from './verification-key';

/**
 * The payload of a token that one of the keys has signed. A token that names a key is held to it, any other is tried
 * with every key; each is tried with the algorithms of its own type only.
 *
 * @param allowed Algorithms that tokens may be signed by; which of them are tried is the key's to say, not the token's.
 * @throws InvalidTokenError if no key has signed it.
 */
export async function verifySignature(
  { text, algorithm, keyId }: SignedToken,
  keys: readonly VerificationKey[],
  allowed: readonly string[],
): Promise<Uint8Array> {
  for (const { id, algorithms, key } of keys) {
    const isNamed = keyId === undefined || id === undefined || id === keyId;
    const usable = algorithms.filter((candidate) => allowed.includes(candidate));
    if (!isNamed || !usable.some((candidate) => candidate === algorithm)) continue;
    try {
      const { payload } = await compactVerify(text, key, { algorithms: usable });
      return payload;
    } catch (error) {
      // Another key may still verify it.
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new InvalidTokenError('no key verifies the signature');
}
