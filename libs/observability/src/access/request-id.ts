import { randomUUID } from 'node:crypto';

/** Header, and metadata, in which callers give a request an id, and answers name it. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Longest request id taken from a caller, in characters. */
const MAX_REQUEST_ID_LENGTH = 128;

/**
 * The id of a request: what its caller gives, if that is 1 to 128 letters, digits, `_`, `.`, `:` and `-`, or else a new
 * one. It can be sent back as it is.
 *
 * @param given The value of {@link REQUEST_ID_HEADER}.
 */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  const isPlain =
    typeof given === 'string' && given.length <= MAX_REQUEST_ID_LENGTH && /^[\w.:-]+$/.test(given);
  return isPlain ? given : randomUUID();
}
