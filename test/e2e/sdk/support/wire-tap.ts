import { request as open, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { LocalServer } from '../../../support/local-server';

const LISTENING_INTERVAL_MS = 10;

/** A request of an SDK and the server's answer, as they went over the wire. */
export interface Exchange {
  readonly request: string;
  readonly sent: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
  readonly received: IncomingHttpHeaders;
}

/** What went between SDKs and the server. */
export interface WireTap {
  /** Where SDKs are to send their requests. */
  readonly url: string;
  /** In the order of the answers. */
  readonly exchanges: readonly Exchange[];
  /** Forgets what was heard so far. */
  clear(): void;
  /** Waits until so many exchanges were heard. */
  hear(count: number): Promise<void>;
}

/** Puts a tap between SDKs and a server for the tests of the surrounding `describe`: it hears and changes nothing. */
export function useWireTap(server: { readonly url: string }): WireTap {
  let exchanges: Exchange[] = [];
  const tap = new LocalServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { method = '', url: path = '', headers: sent } = incoming;
    const onward = open(server.url + path, { method, headers: sent, agent: false }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      exchanges.push({ request: `${method} ${path}`, sent, body, status, received });
      outgoing.writeHead(status, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    onward.end(body);
  });
  beforeAll(async () => tap.start());
  afterAll(async () => tap.stop());
  return {
    get url(): string {
      return tap.url;
    },
    get exchanges(): readonly Exchange[] {
      return exchanges;
    },
    clear(): void {
      exchanges = [];
    },
    async hear(count: number): Promise<void> {
      while (exchanges.length < count) await setTimeout(LISTENING_INTERVAL_MS);
    },
  };
}
