import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The address in an entry of `X-Forwarded-For`, without the quotes, brackets, port and zone that proxies write around
 * it.
 *
 * One address has one spelling: IPv6 in lower case and compressed, and IPv4 also where IPv6 carries it.
 *
 * @returns undefined for text that is not an address, such as `unknown`.
 */
export function addressIn(text: string): string | undefined {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1');
  const entry = /^\[([^\]]*)\](?::\d*)?$/.exec(unquoted)?.[1] ?? unquoted;
  return canonical(entry) ?? canonical(entry.replace(/:\d{0,5}$/, ''));
}

/** Stricter than ipaddr.js, which takes `10` and `0x7f.1` for addresses. */
function canonical(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}
