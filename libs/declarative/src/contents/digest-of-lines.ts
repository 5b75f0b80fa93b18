import { createHash } from 'node:crypto';

/** How much of a digest tells lines from one another: 132 bits. */
const DIGEST_LENGTH = 22;

/** A name for a line by which it is known again: no two lines have the same. */
export function digestOfLine(line: string): string {
  return createHash('sha256').update(line).digest('base64url').slice(0, DIGEST_LENGTH);
}

/** SHA-256 in hexadecimal of all that a namespace holds, by the digests of its segments and flags. */
export function digestOfContents(segments: readonly string[], flags: readonly string[]): string {
  return createHash('sha256')
    .update(`${segments.join('\n')}\n\n${flags.join('\n')}`)
    .digest('hex');
}
