import { isIP } from 'node:net';
import { InvalidValueError, type Kind, scalar, unexpected } from './kind';

/** The URL of a web service, taken as it is: an issuer is compared letter by letter. */
export const httpUrl: Kind<string> = scalar('http or https URL', (url) => {
  if (!/^https?:\/\/[^\s]+$/i.test(url) || !URL.canParse(url)) {
    throw new InvalidValueError('expected an http or https URL');
  }
  return url;
});

/** This machine, where nobody can listen in. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether what comes from a URL can be trusted: HTTPS, or HTTP from this machine. */
export function isSecureUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Why a URL is refused that {@link isSecureUrl} is false for. */
export const mustBeSecure = 'must be an https URL, except on this machine: keys sent over http prove nothing';

/** The URL that paths are appended to; one slash at its end is dropped. */
export const baseUrl: Kind<string> = scalar('http or https URL', (url) => {
  if (/[?#]/.test(url)) throw new InvalidValueError('expected an http or https URL without ? and #');
  return httpUrl.parse(url).replace(/\/$/, '');
});

/**
 * A web origin, `scheme://host[:port]`, as browsers write it: in lower case and without the port that its scheme
 * implies, since it is compared with what they send.
 */
export const origin: Kind<string> = scalar('origin', (given) => {
  const isOrigin = /^https?:\/\/[^/?#@\s\\]+$/i.test(given) && URL.canParse(given);
  if (!isOrigin) throw unexpected('expected scheme://host[:port]', given);
  return new URL(given).origin;
});

/** A network (`10.0.0.0/8`, `fd00::/8`) or a single address, as it was given. */
export const cidr: Kind<string> = scalar('network', (network) => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const version = isIP(address);
  // A zone (`fe80::1%eth0`) belongs to one machine and is in no network.
  const isNetwork = version !== 0 && !address.includes('%');
  if (!isNetwork || Number(bits ?? 0) > (version === 4 ? 32 : 128)) {
    throw unexpected('expected a network such as 10.0.0.0/8 or an address', network);
  }
  return network;
});

/** What is sent as it is, so that no proxy writes it otherwise: `unreserved` of RFC 3986. */
const SEGMENT = /^[A-Za-z0-9._~-]+$/;

const MAX_LENGTH = 256;

/**
 * The path that all routes lie below: `''` for `/`, else with a slash in front and none behind, such as `/flags`.
 *
 * It stands in cookies and in a `Location`, so that only plain paths are taken.
 */
export const basePath: Kind<string> = scalar('path', (given) => {
  if (!given.startsWith('/'))
    throw new InvalidValueError('expected a path that begins with a slash, such as /flags');
  if (given.length > MAX_LENGTH) throw new InvalidValueError(`must have at most ${MAX_LENGTH} characters`);
  const path = given.replace(/\/$/, '');
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => !SEGMENT.test(segment) || segment === '.' || segment === '..')) {
    throw new InvalidValueError(
      'expected names of letters, digits, - . _ and ~ between single slashes, such as /flags',
    );
  }
  if (segments[0] === 'health') {
    throw new InvalidValueError('must not begin with /health, which is answered below no path as well');
  }
  return path;
});
