import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { type ProxyVariables, proxyVariablesFromProcess } from '@pennon/config';

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

/** Connections are kept for the next request, though not for as long as servers usually keep them (Node: 5 s). */
const options: AgentOptions = { keepAlive: true, timeout: 4000 };

/**
 * Connects to services outside: through the proxy that the environment names for them, or directly. What is within the
 * walls (databases, Redis, the cluster's API server) does not come here.
 */
export class OutgoingAgent extends Agent {
  private readonly plain = new HttpAgent(options);
  private readonly secure = new HttpsAgent(options);
  private readonly proxied = new Map<string, HttpAgent>();

  constructor() {
    // Requests ask their agent, which is this one, whether they may leave the connection open.
    super(options);
  }

  override connect(_: ClientRequest, { secureEndpoint, host, port }: AgentConnectOpts): HttpAgent {
    const name = host?.includes(':') === true ? `[${host}]` : (host ?? 'localhost');
    const url = new URL(`${secureEndpoint ? 'https' : 'http'}://${name}:${port}`);
    const proxy = proxyFor(url, proxyVariablesFromProcess());
    if (proxy === undefined) return secureEndpoint ? this.secure : this.plain;
    return this.through(proxy, secureEndpoint);
  }

  override destroy(): void {
    for (const agent of [this.plain, this.secure, ...this.proxied.values()]) agent.destroy();
    super.destroy();
  }

  private through(proxy: URL, isSecure: boolean): HttpAgent {
    const key = `${String(isSecure)} ${proxy.href}`;
    const known = this.proxied.get(key);
    if (known !== undefined) return known;
    // The head of a request to an HTTP URL is for the proxy, and is written with the connection: each takes a new one.
    const agent = isSecure ? new HttpsProxyAgent(proxy, options) : new HttpProxyAgent(proxy);
    this.proxied.set(key, agent);
    return agent;
  }
}
