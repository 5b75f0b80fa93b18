import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** The URL of a Redis server. No message holds a part of it, since a mistaken URL may hold a password. */
export const redisUrl: Kind<string> = scalar('`redis://` or `rediss://` URL', (url) => {
  if (!/^rediss?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new InvalidValueError('expected redis://host:port, or rediss://host:port for TLS');
  }
  const { hostname, pathname } = new URL(url);
  if (hostname === '') throw new InvalidValueError('names no host');
  if (!/^(\/\d*)?$/.test(pathname))
    throw new InvalidValueError('must end in the number of a database, or nothing');
  return url;
});
