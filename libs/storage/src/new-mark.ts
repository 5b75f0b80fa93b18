import { randomBytes } from 'node:crypto';

/** Of 72 bits two are the same once in 10^21: enough for those that are ever given the same number. */
const BYTES = 9;

/** A mark for a new revision: 12 letters, digits, `-` and `_`. */
export function newMark(): string {
  return randomBytes(BYTES).toString('base64url');
}
