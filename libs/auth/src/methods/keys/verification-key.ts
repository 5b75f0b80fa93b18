import { type KeyObject } from 'node:crypto';
import { type SignatureAlgorithm } from '@pennon/config';

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
export function algorithmsOf({
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
