import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { algorithmsOf, type VerificationKey } from './verification-key';

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
