import { apiAt, type Answer } from '../../../test/support/http';
import { LocalServer } from '../../../test/support/local-server';

/** A write that the client sent. */
export interface SentWrite {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How an answer is lost: the connection ends without one, or a proxy answers with a status of its own. */
export type Loss = 'cut' | 502 | 503 | 504;

/** What is done before a request is passed on. */
interface Errand {
  readonly path: RegExp;
  /** Requests of that path that are passed on first. */
  readonly skipped: number;
  readonly run: () => Promise<unknown>;
}

/** The network between the client of the dashboard and a real server: it sees writes, and loses them. */
export class ClientWire {
  private writes: SentWrite[] = [];
  private losses: Loss[] = [];
  private lostRequests: Loss[] = [];
  private errands: Errand[] = [];

  /** @param server May have no address before the tests begin. */
  constructor(private readonly server: { readonly url: string }) {
    const wire = new LocalServer(async (request, response) => {
      const { method = 'GET', url: path = '/', headers } = request;
      const chunks: Buffer[] = await request.toArray();
      const body = Buffer.concat(chunks).toString();
      const isWrite = method !== 'GET';
      if (isWrite) this.writes.push({ path, headers, body: JSON.parse(body) as SentWrite['body'] });
      const lost = isWrite ? this.lostRequests.shift() : undefined;
      if (lost !== undefined) {
        if (lost === 'cut') response.destroy();
        else response.writeHead(lost).end();
        return;
      }
      const { status, headers: answered, body: answer } = await this.pass(method, path, headers, body);
      const loss = isWrite ? this.losses.shift() : undefined;
      if (loss === 'cut') response.destroy();
      else response.writeHead(loss ?? status, answered).end(answer);
    });
    beforeAll(async () => {
      await wire.start();
      // All that the client takes from a page: where it is.
      const document = { baseURI: `${wire.url}/` };
      Object.defineProperty(globalThis, 'document', { value: document, configurable: true });
    });
    afterAll(async () => {
      Reflect.deleteProperty(globalThis, 'document');
      await wire.stop();
    });
    beforeEach(() => {
      [this.writes, this.losses, this.lostRequests, this.errands] = [[], [], [], []];
    });
  }

  /** The writes that the client has sent in this test. */
  get sent(): readonly SentWrite[] {
    return this.writes;
  }

  /** Loses the answers of the next writes, which are done all the same. */
  loseAnswers(...losses: readonly Loss[]): void {
    this.losses.push(...losses);
  }

  /** Loses the next writes, which the server never sees. */
  loseRequests(...losses: readonly Loss[]): void {
    this.lostRequests.push(...losses);
  }

  /** Does something else before the next request of such a path and query reaches the server, or a later one. */
  before(path: RegExp, run: () => Promise<unknown>, skipped = 0): void {
    this.errands.push({ path, skipped, run });
  }

  private async pass(
    verb: string,
    path: string,
    headers: SentWrite['headers'],
    body: string,
  ): Promise<Answer> {
    const due = this.errands.filter((errand) => errand.path.test(path));
    this.errands = this.errands.flatMap((errand) => {
      if (!due.includes(errand)) return [errand];
      return errand.skipped === 0 ? [] : [{ ...errand, skipped: errand.skipped - 1 }];
    });
    for (const { skipped, run } of due) if (skipped === 0) await run();
    const { 'content-length': _length, connection: _connection, ...passed } = headers;
    return apiAt(this.server.url).send({
      verb,
      path,
      headers: passed as Readonly<Record<string, string>>,
      ...(body !== '' && { body }),
    });
  }
}
