import type { IncomingMessage } from 'node:http';

/** The path of a request, without its query, also of one that names the whole URL (RFC 9112, 3.2.2). */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : url;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

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
