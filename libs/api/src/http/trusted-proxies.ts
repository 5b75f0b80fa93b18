import { type IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** A path that may stand before ours; it ends up in cookies and in a `Location`. */
const PREFIX = /^(\/[\w.~-]+)*$/;

/** The proxies whose word is taken on who calls, and under which path. */
export class TrustedProxies {
  private readonly trusts: (address: string, distance: number) => boolean;

  /** @param addresses Addresses and ranges in CIDR notation; none to trust nobody. */
  constructor(addresses: readonly string[]) {
    this.trusts = proxyAddr.compile([...addresses]);
  }

  /**
   * The address of the client: of whoever holds the connection, unless that is a trusted proxy, which says for whom it
   * asks.
   *
   * @param forwardedFor The `X-Forwarded-For` header.
   */
  clientOf(peer = '', forwardedFor?: string | readonly string[]): string {
    if (forwardedFor === undefined) return peer;
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': String(forwardedFor) } };
    return proxyAddr(request as unknown as IncomingMessage, this.trusts);
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
