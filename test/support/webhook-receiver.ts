import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LocalServer } from './local-server';

/** A request that a receiver has got. */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What it was answered. */
  readonly status: number;
}

/**
 * A real HTTP server that takes webhooks, and answers them as a test wants it to. As strict as receivers and the
 * gateways before them are: it wants a POST to its path, of a known length (RFC 9110, 15.5.12), whose body is what its
 * media type says, from a sender that says who it is and does not look like a browser.
 */
export class WebhookReceiver {
  /** Everything it has got, in order. */
  readonly received: ReceivedEvent[] = [];
  /** What the next requests are answered. */
  status = 200;
  /** How requests are answered whose body holds that text, whatever {@link status} is. */
  refused: { readonly text: string; readonly status: number } | undefined;

  private readonly server = new LocalServer(async (request, response) => this.answer(request, response));

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await receiver.server.start();
    return receiver;
  }

  get url(): string {
    return `${this.server.url}/hook`;
  }

  /** Keys of the events that it has taken, in order. */
  get taken(): readonly string[] {
    return this.received
      .filter(({ status }) => status === 200)
      .map(({ body }) => (JSON.parse(body) as { key: string }).key);
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { refused } = this;
    const answer = refused !== undefined && body.includes(refused.text) ? refused.status : this.status;
    const status = refusalOf(request, body) ?? answer;
    this.received.push({ headers: request.headers, body, status });
    response.writeHead(status).end();
  }
}

function refusalOf({ method, url, headers }: IncomingMessage, body: string): number | undefined {
  if (url !== '/hook') return 404;
  if (method !== 'POST') return 405;
  if (headers['content-length'] === undefined) return 411;
  const looksLikeBrowser = Object.keys(headers).some((name) => /^(?:sec-|accept-language$)/.test(name));
  if (looksLikeBrowser || !/^pennon\/\d/.test(headers['user-agent'] ?? '')) return 403;
  const type = headers['content-type'];
  if (type === undefined) return 415;
  return type.startsWith('application/json') && !isJson(body) ? 400 : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
