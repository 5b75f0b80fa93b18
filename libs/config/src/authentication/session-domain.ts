import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** A host name with an optional dot before it: nothing that could end an attribute of a cookie. */
const hostName = /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * The domain of cookies: a host, from which scheme, port and path are stripped. `http://localhost:8080` → `localhost`
 */
export const sessionDomain: Kind<string> = scalar('host name', (given) => {
  const url = given.includes('://') ? given : `http://${given}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  // Line breaks are dropped where a URL is read, and would join what they part.
  if (/\s/.test(given) || !hostName.test(host)) {
    throw new InvalidValueError('invalid domain: expected a host name such as flags.example.com');
  }
  return host;
});
