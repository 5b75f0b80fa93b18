import type { IncomingMessage } from 'node:http';

/** The path of a request, without its query, also of one that names the whole URL (RFC 9112, 3.2.2). */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!url.startsWith('/')) return URL.canParse(url) ? new URL(url).pathname : url;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** A path of OFREP. */
export interface OfrepPath {
  /** Key of the flag that it names, which may be empty or have slashes; undefined for a path that names none. */
  readonly flagKey: string | undefined;
}

const OFREP = /^\/ofrep(?:\/v1\/evaluate\/flags\/(?<flagKey>.*)|\/.*)?$/s;

/**
 * What a path below `/ofrep` names, decoded as the routes are, so that an answer has the form of the route it took.
 *
 * @param path As sent, without the query.
 * @returns undefined for any other path.
 */
export function ofrepPathOf(path: string): OfrepPath | undefined {
  const match = OFREP.exec(decode(path).replace(/\/$/, ''));
  return match === null ? undefined : { flagKey: match.groups?.flagKey };
}

/** The path as it is where it cannot be decoded. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
