import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { algorithmsOf, type PublicKey } from '@pennon/config';
import { isObject } from './claims';
import { UpstreamError } from './upstream';

/** A public key that signatures are verified with. */
export interface VerificationKey extends PublicKey {
  /** What tokens call it by; undefined for a key that is tried whatever they say. */
  readonly id: string | undefined;
}

/** Most keys of a set: a token that names none has all of them tried. */
const MAX_KEYS = 100;

/**
 * The keys of a JSON Web Key Set that signatures can be verified with; others are passed over, as RFC 7517, 5 has it.
 *
 * @throws UpstreamError if it is no such set.
 */
export function readKeySet(document: unknown): readonly VerificationKey[] {
  const keys: unknown = isObject(document) ? document.keys : undefined;
  if (!Array.isArray(keys)) throw new UpstreamError('the document must be a set of keys');
  if (keys.length > MAX_KEYS) throw new UpstreamError(`the set has more than ${MAX_KEYS} keys`);
  return keys.flatMap((key: unknown) => readKey(key) ?? []);
}

function readKey(jwk: unknown): VerificationKey | undefined {
  if (!isObject(jwk)) return undefined;
  const { kid, use, alg, key_ops: operations } = jwk;
  if (use !== undefined && use !== 'sig') return undefined;
  if (Array.isArray(operations) && !operations.includes('verify')) return undefined;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const algorithms = algorithmsOf(key).filter((algorithm) => alg === undefined || alg === algorithm);
    return { id: typeof kid === 'string' ? kid : undefined, algorithms, key };
  } catch {
    // A secret, or of a type that is not known here.
    return undefined;
  }
}
