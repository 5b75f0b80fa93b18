import { InvalidValueError } from '../kinds/kind';

/** Returns a part of a URL as it is meant. @throws InvalidValueError if a `%` begins nothing. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new InvalidValueError('has a % that begins no percent-encoded character; write it as %25');
  }
}
