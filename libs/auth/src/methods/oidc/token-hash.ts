import { createHash } from 'node:crypto';

/** Hashes by the size in the name of a signature algorithm; EdDSA, which names none, goes by the largest. */
const hashes: Readonly<Record<string, string>> = { '256': 'sha256', '384': 'sha384', '512': 'sha512' };

/**
 * The hash by which an ID token is tied to the code or the access token beside it: the left half, in base64url
 * (OpenID Connect Core 1.0, 3.1.3.6 and 3.3.2.11).
 *
 * @param algorithm The one that the ID token is signed by.
 */
export function tokenHash(algorithm: string, text: string): string {
  const digest = createHash(hashes[algorithm.slice(-3)] ?? 'sha512')
    .update(text)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
