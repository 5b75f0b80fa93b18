import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { type Certificates } from './certificates';

/** Answers a request. When it throws or rejects, the connection is closed without an answer. */
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An HTTP server of a test's own on the loopback address. Stopped and started again, it keeps its port. */
export class LocalServer {
  private readonly server: Server;
  private ownPort = 0;

  /** @param tls Certificate to serve HTTPS with; undefined serves plain HTTP. */
  constructor(
    handler: Handler,
    private readonly tls?: Pick<Certificates, 'cert' | 'key'>,
  ) {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      new Promise((resolve) => {
        resolve(handler(request, response));
      }).catch(() => request.destroy());
    };
    this.server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  }

  /** A free port, chosen at the first start; 0 before. */
  get port(): number {
    return this.ownPort;
  }

  /** Base URL without a trailing slash. */
  get url(): string {
    return `${this.tls === undefined ? 'http' : 'https'}://127.0.0.1:${this.ownPort}`;
  }

  async start(): Promise<void> {
    this.server.listen(this.ownPort, '127.0.0.1');
    await once(this.server, 'listening');
    this.ownPort = (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections, and refuses new ones. Does nothing while stopped. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
