import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares texts of which nobody must be able to guess one letter by letter: the time it takes tells neither where
 * they differ nor how long either is, because hashes are compared, which are of one length and which nobody can
 * choose.
 */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
