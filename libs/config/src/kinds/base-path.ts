import { InvalidValueError, type Kind, scalar } from './kind';

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
