const BEFORE_KEY = '/ofrep/v1/evaluate/flags/';

/**
 * The key of the flag that a path of OFREP names, whatever it holds: it may be empty, have slashes, or be no flag's.
 *
 * @param path As sent, without the query.
 * @returns undefined for the path of a bulk call, and for any other.
 */
export function flagKeyIn(path: string): string | undefined {
  const decoded = decode(path).replace(/\/$/, '');
  return decoded.startsWith(BEFORE_KEY) ? decoded.slice(BEFORE_KEY.length) : undefined;
}

/** The path as it is where it cannot be decoded. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
