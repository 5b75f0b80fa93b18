import { type Kind, scalar, unexpected } from '../kinds/kind';

/**
 * A web origin, `scheme://host[:port]`, as browsers write it: in lower case and without the port that its scheme
 * implies, since it is compared with what they send.
 */
export const origin: Kind<string> = scalar('origin', (given) => {
  const isOrigin = /^https?:\/\/[^/?#@\s\\]+$/i.test(given) && URL.canParse(given);
  if (!isOrigin) throw unexpected('expected scheme://host[:port]', given);
  return new URL(given).origin;
});
