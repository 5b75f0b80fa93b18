import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * The address in an entry of `X-Forwarded-For`, without the quotes, brackets, port and zone that proxies write around
 * it.
 *
 * One address has one spelling: IPv6 in lower case and compressed, and IPv4 also where IPv6 carries it.
 *
 * @returns undefined for text that is not an address, such as `unknown`.
 */
function addressIn(text: string): string | undefined {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1');
  const entry = /^\[([^\]]*)\](?::\d*)?$/.exec(unquoted)?.[1] ?? unquoted;
  return canonical(entry) ?? canonical(entry.replace(/:\d{0,5}$/, ''));
}

/** Stricter than ipaddr.js, which takes `10` and `0x7f.1` for addresses. */
function canonical(text: string): string | undefined {
  const address = text.replace(/%.*$/, '');
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/** A path that may stand before ours; it ends up in cookies and in a `Location`. */
const PREFIX = /^(\/[\w.~-]+)*$/;

/** Proxies whose forwarding headers are trusted. */
export class TrustedProxies {
  private readonly trusts: (address: string, distance: number) => boolean;

  /** @param addresses Addresses and ranges in CIDR notation; none to trust nobody. */
  constructor(addresses: readonly string[]) {
    this.trusts = proxyAddr.compile([...addresses]);
  }

  /**
   * The address of the client, in its one spelling: the peer's, unless the peer is a trusted proxy, which names the
   * client.
   *
   * A proxy that names no address, as with `unknown`, is itself taken for the client.
   *
   * @param forwardedFor Values of the `X-Forwarded-For` header; several lines are one list.
   */
  clientOf(peer = '', forwardedFor?: string | readonly string[]): string {
    let client = addressIn(peer) ?? peer;
    if (forwardedFor === undefined) return client;
    const entries = String(forwardedFor).split(',').reverse();
    for (const [distance, entry] of entries.filter((text) => text.trim() !== '').entries()) {
      if (!this.trusts(client, distance)) break;
      const address = addressIn(entry);
      if (address === undefined) break;
      client = address;
    }
    return client;
  }

  /**
   * The path before ours, without a slash at its end: what a trusted proxy says, if it is a plain path.
   *
   * @param prefixes Values of the `X-Forwarded-Prefix` header, which are joined.
   */
  prefixOf(peer = '', prefixes: readonly string[] = []): string {
    if (!this.trusts(peer, 0)) return '';
    const parts = prefixes.flatMap((value) => value.split('/')).filter((part) => part !== '');
    const path = parts.map((part) => `/${part}`).join('');
    return PREFIX.test(path) && !parts.includes('..') ? path : '';
  }
}
