import { createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { SignatureAlgorithm } from '@pennon/config';
import { isObject } from './claims';
import { UpstreamError } from './upstream';

/** RSA keys that are shorter can be broken. Bits. Source: RFC 7518, 3.3. */
const MIN_MODULUS_BITS = 2048;

/** Algorithms by which a private key signs what its public key verifies: knowing the latter is not enough to sign. */
export const asymmetricAlgorithms: readonly SignatureAlgorithm[] = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
];

const curveAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** A public key that signatures are verified with. */
export interface VerificationKey {
  /** What tokens call it by; undefined for a key that is tried whatever they say. */
  readonly id: string | undefined;
  /** What it verifies signatures of; a key for one algorithm never takes part in another. */
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly key: KeyObject;
}

/** The algorithms that a public key can be used with, as its type allows; none for a key of no use here. */
function algorithmsOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): readonly SignatureAlgorithm[] {
  if (type === 'ed25519') return ['EdDSA'];
  if (type === 'ec') {
    const algorithm = curveAlgorithms[details?.namedCurve ?? ''];
    return algorithm === undefined ? [] : [algorithm];
  }
  const isStrongRsa = type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_MODULUS_BITS;
  return isStrongRsa ? ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] : [];
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
  if (!Array.isArray(keys)) throw new UpstreamError('the document is no set of keys');
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

/** The first block between two lines of the same label, whatever the label is. */
const BLOCK = /-----BEGIN ([^-\n]+)-----([^-]*)-----END \1-----/;

/**
 * The key of a PEM file: a public key or a certificate.
 *
 * The label is not looked at, which Node would do, because there are files around whose label is in lower case.
 *
 * @throws Error that says what is wrong with the file.
 */
export function readPublicKey(pem: string): VerificationKey {
  const [, , base64] = BLOCK.exec(pem) ?? [];
  if (base64 === undefined) throw new Error('not a PEM file');
  const key = publicKeyOf(Buffer.from(base64, 'base64'));
  const algorithms = algorithmsOf(key);
  if (algorithms.length === 0) throw new Error('the key is of a type that verifies no token');
  return { id: undefined, algorithms, key };
}

function publicKeyOf(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    try {
      return new X509Certificate(der).publicKey;
    } catch {
      throw new Error('neither a public key nor a certificate');
    }
  }
}
