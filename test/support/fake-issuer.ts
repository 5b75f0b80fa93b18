import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Signer } from './signer';

/** Whoever publishes the keys that JSON web tokens are signed with: a set of keys as `text/plain`. */
export class FakeIssuer {
  /** The keys that are published. */
  signers: readonly Signer[] = [];
  /** How often they were asked for. */
  fetches = 0;
  private server: Server | undefined;
  private port = 0;

  get jwksUrl(): string {
    return `http://127.0.0.1:${this.port}/keys`;
  }

  /** Listens, the second time where it did the first time. */
  async start(): Promise<void> {
    const server = createServer((_, response) => {
      this.fetches++;
      response.setHeader('Content-Type', 'text/plain');
      response.end(JSON.stringify({ keys: this.signers.map(({ jwk }) => jwk) }));
    });
    this.server = server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
  }

  /** Nobody is there from now on. */
  async stop(): Promise<void> {
    if (this.server?.listening !== true) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
