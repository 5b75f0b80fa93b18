import { BlockList, isIP } from 'node:net';
import { type ProxyVariables } from '@pennon/config';

/** The proxy by which a URL is reached; undefined to connect directly. */
export function proxyFor(url: URL, { http, https, noProxy }: ProxyVariables): URL | undefined {
  const proxy = url.protocol === 'https:' ? https : http;
  return proxy === undefined || isExempt(url, noProxy) ? undefined : proxy;
}

function isExempt(url: URL, noProxy: string): boolean {
  const host = bare(url.hostname);
  const port = url.port === '' ? { 'http:': '80', 'https:': '443' }[url.protocol] : url.port;
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, onlyPort] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      return (onlyPort === undefined || onlyPort === port) && covers(bare(name), host);
    });
}

/** A name covers its subdomains too, with or without a dot in front; a network covers its addresses. */
function covers(entry: string, host: string): boolean {
  if (isIP(host) !== 0) return entry.includes('/') ? isWithin(host, entry) : sameAddress(host, entry);
  const name = entry.replace(/^\*?\./, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

function sameAddress(host: string, entry: string): boolean {
  return isWithin(host, `${entry}/${isIP(entry) === 6 ? 128 : 32}`);
}

function isWithin(address: string, network: string): boolean {
  const [, base = '', bits] = /^(.*)\/(\d{1,3})$/.exec(network) ?? [];
  const version = isIP(base);
  const length = Number(bits);
  if (version === 0 || length > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(base, length, family(base));
  return list.check(address, family(address));
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Without the brackets of an IPv6 address and the dot that ends a full name, in lower case. */
function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
