import { constants, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Algorithms that a signer can have. */
export type TestAlgorithm = 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA';

/** How each signs: its hash, and what its signature is made like. */
const hashes: Readonly<Record<TestAlgorithm, string | null>> = {
  RS256: 'sha256',
  RS384: 'sha384',
  RS512: 'sha512',
  PS256: 'sha256',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
  EdDSA: null,
};

/** Somebody who signs tokens, by means of Node alone: what it makes owes nothing to the library that reads it. */
export class Signer {
  readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;

  /** @param algorithm The one it signs by, unless told otherwise. */
  constructor(
    readonly algorithm: TestAlgorithm,
    readonly keyId?: string,
  ) {
    const { publicKey, privateKey } = keyPairOf(algorithm);
    this.publicKey = publicKey;
    this.privateKey = privateKey;
  }

  /** Its key as a set would have it. */
  get jwk(): JsonWebKey & { readonly kid?: string } {
    return {
      ...this.publicKey.export({ format: 'jwk' }),
      ...(this.keyId !== undefined && { kid: this.keyId }),
    };
  }

  /** Its key as a file. @param label What stands behind BEGIN. */
  pem(label = 'PUBLIC KEY'): string {
    return this.publicKey.export({ format: 'pem', type: 'spki' }).toString().replaceAll('PUBLIC KEY', label);
  }

  /** A token. @param header Members beside, or in place of, `alg` and `kid`. */
  sign(claims: unknown, header: object = {}): string {
    const { algorithm, keyId, privateKey: key } = this;
    const head = { alg: algorithm, ...(keyId !== undefined && { kid: keyId }), ...header };
    return signedBy(head, claims, (input) => {
      const padding =
        algorithm === 'PS256' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
      return sign(hashes[algorithm], input, { key, dsaEncoding: 'ieee-p1363', ...padding });
    });
  }
}

/** A token with that head and payload, whatever they are, and whatever signature. */
export function signedBy(header: object, claims: unknown, signature: (input: Buffer) => Uint8Array): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${Buffer.from(signature(Buffer.from(input))).toString('base64url')}`;
}

/** A text is taken as it is, anything else becomes JSON. */
function encoded(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

function keyPairOf(algorithm: TestAlgorithm): {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
} {
  switch (algorithm) {
    case 'EdDSA':
      return generateKeyPairSync('ed25519');
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case 'ES384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' });
    case 'ES512':
      return generateKeyPairSync('ec', { namedCurve: 'P-521' });
    default:
      return generateKeyPairSync('rsa', { modulusLength: 2048 });
  }
}

/** Now, in seconds since the epoch, as tokens tell time. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
