import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** What a proxy is told about itself. */
export interface ForwardProxyOptions {
  /** Which port of this machine each host stands for; there are no others. */
  readonly hosts: Readonly<Record<string, number>>;
  /** User and password, as in a URL; whoever lacks them is answered 407. */
  readonly credentials: string;
}

/** A real HTTP proxy: tunnels for `CONNECT`, and passes requests on whose target is a whole URL (RFC 9110, 9112). */
export class ForwardProxy {
  /** What it was asked for, in order: `CONNECT host:port` or `GET http://host/path`. */
  readonly asked: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly options: ForwardProxyOptions,
  ) {
    server.on('request', (asked, answer) => {
      this.passOn(asked, answer);
    });
    server.on('connect', (asked, client: Socket) => {
      this.tunnel(asked, client);
    });
  }

  static async start(options: ForwardProxyOptions): Promise<ForwardProxy> {
    const proxy = new ForwardProxy(createServer(), options);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** With user and password. */
  get url(): string {
    return `http://${this.options.credentials}@127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The hosts that it was asked for. */
  get hosts(): ReadonlySet<string> {
    return new Set(this.asked.map((line) => line.replace(/^\S+ (?:http:\/\/)?([^:/]+).*$/, '$1')));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private tunnel(asked: IncomingMessage, client: Socket): void {
    this.asked.push(`CONNECT ${asked.url ?? ''}`);
    const port = this.portOf(asked.url?.split(':', 1)[0]);
    if (!this.isKnown(asked) || port === undefined) {
      client.end(`HTTP/1.1 ${this.isKnown(asked) ? 502 : 407} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      pipeline(client, target, client, () => undefined);
    });
    for (const socket of [client, target]) this.sockets.add(socket.on('error', () => undefined));
  }

  private passOn(asked: IncomingMessage, answer: ServerResponse): void {
    this.asked.push(`${asked.method ?? ''} ${asked.url ?? ''}`);
    const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : undefined;
    const port = this.portOf(url?.hostname);
    if (!this.isKnown(asked) || url === undefined || port === undefined) {
      answer.writeHead(this.isKnown(asked) ? 502 : 407).end();
      return;
    }
    const { 'proxy-authorization': _, ...headers } = asked.headers;
    const { method } = asked;
    const path = `${url.pathname}${url.search}`;
    const passed = request({ host: '127.0.0.1', port, path, headers, ...(method && { method }) }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      pipeline(from, answer, () => undefined);
    });
    pipeline(asked, passed, () => undefined);
  }

  private portOf(host: string | undefined): number | undefined {
    return host === undefined ? undefined : this.options.hosts[host];
  }

  private isKnown({ headers }: IncomingMessage): boolean {
    const wanted = Buffer.from(this.options.credentials).toString('base64');
    return headers['proxy-authorization'] === `Basic ${wanted}`;
  }
}
