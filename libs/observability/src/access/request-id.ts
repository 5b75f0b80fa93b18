import { randomUUID } from 'node:crypto';

/** Longest request id taken from a caller, in characters. */
const MAX_REQUEST_ID_LENGTH = 128;

/** The id that the caller gives a request, as `X-Request-Id`, if it is a plain one, or a new one. */
export function requestIdOf(given: string | readonly string[] | undefined): string {
  const isPlain =
    typeof given === 'string' && /^[\w.:-]+$/.test(given) && given.length <= MAX_REQUEST_ID_LENGTH;
  return isPlain ? given : randomUUID();
}
