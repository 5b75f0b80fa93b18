import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The certificate authorities in a file of PEM, for a connection that is to trust no others.
 *
 * @param setting That names the file, in the words of whoever wrote it.
 * @throws Error that names both, if the file cannot be read or begins with no certificate.
 */
export function readAuthorities(setting: string, path: string): Buffer {
  try {
    const pem = readFileSync(path);
    // TLS would pass over what is no certificate, and trust nobody.
    new X509Certificate(pem);
    return pem;
  } catch (cause) {
    throw new Error(`${setting} ${path} cannot be used`, { cause });
  }
}
