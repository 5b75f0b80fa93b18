import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What the proxy does with what it is given: pass it on, keep it, or refuse whoever connects. */
export type ProxyMode = 'pass' | 'hang' | 'refuse';

/** A wire between a client and a service, which a drill may break in the ways wires break. */
export class TcpProxy {
  private mode: ProxyMode = 'pass';
  private readonly links = new Set<Link>();
  private readonly server: Server;

  private constructor(
    private readonly host: string,
    private targetPort: number,
  ) {
    this.server = createServer((client) => {
      this.accept(client);
    });
  }

  /** Opens a wire to a service, which passes. */
  static async to(port: number, host = '127.0.0.1'): Promise<TcpProxy> {
    const proxy = new TcpProxy(host, port);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** Where clients connect to. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Leads new connections elsewhere, as a virtual address does that moves; those that there are stay. */
  lead(port: number): void {
    this.targetPort = port;
  }

  /** How many connections are open now. */
  get connections(): number {
    return this.links.size;
  }

  /** Passes everything on, also what was kept while it hung. */
  pass(): void {
    this.mode = 'pass';
    for (const link of this.links) link.resume();
  }

  /** Keeps every connection open, takes new ones, and passes nothing on. */
  hang(): void {
    this.mode = 'hang';
    for (const link of this.links) link.pause();
  }

  /** Ends every connection and each new one at once, with a reset. */
  refuse(): void {
    this.mode = 'refuse';
    this.reset();
  }

  /** Ends every connection with a reset; new ones are as before. */
  reset(): void {
    for (const link of this.links) link.reset();
  }

  /** Ends every connection in good order, in the middle of whatever is said; new ones are as before. */
  cut(): void {
    for (const link of this.links) link.cut();
  }

  async close(): Promise<void> {
    this.server.close();
    this.reset();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.mode === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const link = new Link(client, connect(this.targetPort, this.host));
    this.links.add(link);
    client.once('close', () => this.links.delete(link));
    if (this.mode === 'hang') link.pause();
  }
}

/** One connection through the proxy. */
class Link {
  constructor(
    private readonly client: Socket,
    private readonly service: Socket,
  ) {
    lead(client, service);
    lead(service, client);
  }

  pause(): void {
    this.client.pause();
    this.service.pause();
  }

  resume(): void {
    this.client.resume();
    this.service.resume();
  }

  reset(): void {
    this.client.resetAndDestroy();
    this.service.resetAndDestroy();
  }

  cut(): void {
    this.client.destroy();
    this.service.destroy();
  }
}

/** Passes on what comes in at one end to the other, and its end. */
function lead(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => to.write(bytes));
  from.once('end', () => to.end());
  from.once('close', () => to.destroy());
  // An end that breaks off is what a drill is about; the other end is told by `close`.
  from.on('error', () => to.destroy());
}
