import { Agent as HttpAgent, type AgentOptions, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { proxyVariablesFromProcess } from '@pennon/config';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { proxyFor } from './proxy-for';

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
