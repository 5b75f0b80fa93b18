import { createHash } from 'node:crypto';

/** SHA-256 of the bytes, in lower-case hexadecimal. */
export function sha256Of(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
