import { InvalidValueError, type Kind } from './kind';
import { listOf, oneOf } from './words';

/** Algorithms by which a private key signs what its public key verifies: knowing the latter is not enough to sign. */
export const asymmetricAlgorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const;

/** An algorithm that tokens may be signed by. */
export type SignatureAlgorithm = (typeof asymmetricAlgorithms)[number];

/**
 * With an HMAC among the allowed algorithms, whoever knows the public key can sign; with `none`, everybody can.
 */
const algorithm = oneOf(asymmetricAlgorithms, {
  words: ['hs256', 'hs384', 'hs512', 'none'],
  reason: 'is refused: only signatures by a private key prove who signed',
});

/** A list that has an item where it is given: an empty one would allow what the operator means to forbid. */
export function oneAtLeast<T>(kind: Kind<readonly T[]>, what: string): Kind<readonly T[]> {
  return {
    ...kind,
    parse: (raw) => {
      const items = kind.parse(raw);
      if (items.length === 0) throw new InvalidValueError(`must name at least one ${what}`);
      return items;
    },
  };
}

/** The algorithms that tokens may be signed by; one at least. */
export const signatureAlgorithms: Kind<readonly SignatureAlgorithm[]> = oneAtLeast(
  listOf(algorithm, { type: `list of ${algorithm.type}`, separator: /[\s,]+/ }),
  'algorithm',
);
