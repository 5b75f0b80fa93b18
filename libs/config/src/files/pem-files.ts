import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { SignatureAlgorithm } from '../kinds/signature-algorithms';
import type { Violation } from '../kinds/config-error';

/** Certificate chain and private key of a TLS server, in PEM. */
export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** @throws Error if a file can't be read, or if they are not a certificate and its key. */
export function readCertificatePair(certFile: string, certKey: string): CertificatePair {
  const pair = { cert: readFileSync(certFile), key: readFileSync(certKey) };
  createSecureContext(pair);
  return pair;
}

/**
 * The certificate authorities in a PEM file, for a connection that trusts no others.
 *
 * @throws Error if the file can't be read or doesn't begin with a certificate.
 */
export function readAuthorities(file: string): Buffer {
  const pem = readFileSync(file);
  // TLS would skip what isn't a certificate, and trust nobody.
  new X509Certificate(pem);
  return pem;
}

/** A public key, and the algorithms whose signatures it can verify. */
export interface PublicKey {
  readonly key: KeyObject;
  readonly algorithms: readonly SignatureAlgorithm[];
}

/** RSA keys that are shorter can be broken. Bits. Source: RFC 7518, 3.3. */
const MIN_MODULUS_BITS = 2048;

const curveAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** The algorithms that a public key can be used with, as its type allows; none for a key that verifies no token. */
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

/** The first block between two lines of the same label, whatever the label is. */
const BLOCK = /-----BEGIN ([^-\n]+)-----([^-]*)-----END \1-----/;

/**
 * The key of a PEM file: a public key or a certificate. Node would look at the label, which some files write in lower
 * case.
 *
 * @throws Error if the file can't be read, or has no key that verifies tokens.
 */
export function readPublicKey(file: string): PublicKey {
  const [, , base64] = BLOCK.exec(readFileSync(file, 'utf8')) ?? [];
  if (base64 === undefined) throw new Error('not a PEM file');
  const key = publicKeyOf(Buffer.from(base64, 'base64'));
  const algorithms = algorithmsOf(key);
  if (algorithms.length === 0) throw new Error('the key is of a type that verifies no token');
  return { key, algorithms };
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

/**
 * What is wrong with a file that the start reads, by reading it the same way.
 *
 * @param read Reads the file, and throws if it can't be used.
 * @param missing Why it is refused if it doesn't exist.
 */
export function checkFile(key: string, read: () => unknown, missing = 'names no file'): readonly Violation[] {
  try {
    read();
    return [];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [{ key, reason: code === 'ENOENT' ? missing : `can't be used: ${message}` }];
  }
}
