import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import Negotiator from 'negotiator';
import { type Signer } from './signer';

/** The media type of a set of keys (RFC 7517, 8.5). */
const KEY_SET_TYPE = 'application/jwk-set+json';

/**
 * Publishes the keys that JSON web tokens are signed with. As strict as issuers are known to be: keys are at one path, by GET
 * alone, for callers that accept their media type (kube-apiserver answers 406 to others) and say who they are (firewalls
 * answer 403 to others).
 */
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
    const server = createServer((request, response) => {
      this.fetches++;
      const refusal = refusalOf(request);
      if (refusal !== undefined) {
        response.writeHead(refusal).end();
        return;
      }
      response.setHeader('Content-Type', KEY_SET_TYPE);
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

function refusalOf(request: IncomingMessage): number | undefined {
  if (request.url !== '/keys') return 404;
  if (request.method !== 'GET') return 405;
  if (request.headers['user-agent'] === undefined) return 403;
  return new Negotiator(request).mediaType([KEY_SET_TYPE]) === undefined ? 406 : undefined;
}
