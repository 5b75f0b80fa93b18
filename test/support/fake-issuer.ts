import { type IncomingMessage, type ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { LocalServer } from './local-server';
import { type Signer } from './signer';

/** The media type of a set of keys (RFC 7517, 8.5). */
const KEY_SET_TYPE = 'application/jwk-set+json';

/**
 * Publishes the keys that JSON web tokens are signed with. As strict as issuers are known to be: keys are at one path,
 * by GET alone, for callers that accept their media type (kube-apiserver answers 406 to others) and say who they are
 * (firewalls answer 403 to others).
 */
export class FakeIssuer {
  /** The keys that are published. */
  signers: readonly Signer[] = [];
  /** How often they were asked for. */
  fetches = 0;
  private readonly server = new LocalServer((request, response) => {
    this.answer(request, response);
  });

  get jwksUrl(): string {
    return `${this.server.url}/keys`;
  }

  async start(): Promise<void> {
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.fetches++;
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    response.setHeader('Content-Type', KEY_SET_TYPE);
    response.end(JSON.stringify({ keys: this.signers.map(({ jwk }) => jwk) }));
  }
}

function refusalOf(request: IncomingMessage): number | undefined {
  if (request.url !== '/keys') return 404;
  if (request.method !== 'GET') return 405;
  if (request.headers['user-agent'] === undefined) return 403;
  return new Negotiator(request).mediaType([KEY_SET_TYPE]) === undefined ? 406 : undefined;
}
