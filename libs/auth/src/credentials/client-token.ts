import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What scanners for leaked secrets know our tokens by. */
const PREFIX = 'svc_';

/** Beyond what anybody can guess. */
const TOKEN_BYTES = 32;

/** Longest client token that is looked at; ours are shorter. Characters. */
export const MAX_TOKEN_LENGTH = 1024;

/**
 * A new client token: the prefix, 43 characters of randomness, and six by which a scanner tells a token from what only
 * looks like one.
 */
export function newClientToken(): string {
  const random = randomBytes(TOKEN_BYTES).toString('base64url');
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(random));
  return `${PREFIX}${random}${checksum.toString('base64url')}`;
}

/**
 * What is stored in place of a client token: SHA-256 of its text, in base64url with padding.
 */
export function hashOf(clientToken: string): string {
  return `${hash('sha256', clientToken, 'base64url')}=`;
}
