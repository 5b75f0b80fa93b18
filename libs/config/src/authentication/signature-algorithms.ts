import { InvalidValueError, type Kind } from '../kinds/kind';
import { listOf } from '../kinds/list';
import { oneOf } from '../kinds/one-of';

const algorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const;

/** An algorithm that tokens may be signed by. */
export type SignatureAlgorithm = (typeof algorithms)[number];

/**
 * With an HMAC among the allowed algorithms, whoever knows the public key can sign; with `none`, everybody can.
 */
const algorithm = oneOf(algorithms, {
  words: ['hs256', 'hs384', 'hs512', 'none'],
  reason: 'is refused: only signatures by a private key prove who signed',
});

const anyNumber = listOf(algorithm, { type: `list of ${algorithm.type}`, separator: /[\s,]+/ });

/** The algorithms that tokens may be signed by; one at least. */
export const signatureAlgorithms: Kind<readonly SignatureAlgorithm[]> = {
  ...anyNumber,
  parse: (raw) => {
    const allowed = anyNumber.parse(raw);
    if (allowed.length === 0) throw new InvalidValueError('must name at least one algorithm');
    return allowed;
  },
};
