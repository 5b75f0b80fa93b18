import { EventEmitter, once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalServer } from '../local-server';
import { addressOf, answerError } from './object-store-server';

/** What is done to a request in place of passing it on, or to its answer. */
export type Fault =
  /** Answers an error of S3: `{ status: 503, code: 'SlowDown' }`; without code, one that fits. */
  | { readonly status: number; readonly code?: string }
  /** Answers what no S3 would say, such as the page of another server. */
  | { readonly page: string; readonly pageStatus?: number }
  /** Answers as ever, that much later. */
  | { readonly delayMs: number }
  /** Has something done before the request is passed on: an object replaced, for one. */
  | { readonly before: () => unknown }
  /** Answers what was answered for this object the last time that the fault was not there, if it ever was. */
  | 'stale'
  /** Answers half of the body and breaks off. */
  | 'truncate'
  /** Answers half of the body, and says that this is all. */
  | 'shorten'
  /** Never answers, until {@link FaultProxy.heal}, which breaks off. */
  | 'hang'
  /** Breaks off at once. */
  | 'reset';

/** Which requests; all of them where nothing is said. */
export interface Which {
  /** GET, PUT, POST (which deletes), DELETE. */
  readonly method?: string;
  /** The key or what it matches; a list has `''`. */
  readonly key?: string | RegExp;
  /** How many of them, from now on. */
  readonly times?: number;
}

/** A request that came. */
export interface SeenRequest {
  readonly method: string;
  readonly bucket: string;
  /** `''` for a list. */
  readonly key: string;
  readonly headers: IncomingHttpHeaders;
  /** Of the answer; undefined while there is none, and when there never was one. */
  status: number | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Injected {
  readonly fault: Fault;
  readonly which: Which;
  left: number;
}

/**
 * What stands between Pennon and an {@link ObjectStoreServer}, counts requests, and does to them what networks and
 * stores do. Without faults it passes everything on. Of several faults that fit, the one that came last is done.
 */
export class FaultProxy {
  /** All requests since the start, or since {@link forget}. */
  readonly requests: SeenRequest[] = [];

  private readonly remembered = new Map<string, Answer>();
  private injected: Injected[] = [];
  private skewMs = 0;
  private healing = new AbortController();
  private readonly hanging = new Set<ServerResponse>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly news = new EventEmitter();
  private readonly server = new LocalServer(async (request, response) => {
    const answered = this.answer(request, response).finally(() => this.underWay.delete(answered));
    this.underWay.add(answered);
    await answered;
  });

  private constructor(private readonly target: string) {}

  /** Opens one in front of an endpoint. */
  static async to(endpoint: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(endpoint);
    await proxy.server.start();
    return proxy;
  }

  get port(): number {
    return this.server.port;
  }

  /** In place of that of the server. */
  get endpoint(): string {
    return this.server.url;
  }

  /** Does a fault to all requests that fit, as often as is said, or until {@link heal}. */
  inject(fault: Fault, which: Which = {}): void {
    this.injected.unshift({ fault, which, left: which.times ?? Number.POSITIVE_INFINITY });
  }

  /** Resolves when the requests of before are answered, so that all that follow meet the faults of now. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** Takes back every fault; what hangs breaks off, and what is late is answered. */
  heal(): void {
    this.injected = [];
    this.skewMs = 0;
    this.healing.abort();
    this.healing = new AbortController();
    for (const response of this.hanging) response.destroy();
    this.hanging.clear();
  }

  /** Has the `Date` of answers be that of another clock. */
  skewClock(ms: number): void {
    this.skewMs = ms;
  }

  /** How many requests there were that fit. */
  count(which: Omit<Which, 'times'> = {}): number {
    return this.requests.filter((seen) => fits(which, seen)).length;
  }

  /** Counts anew. */
  forget(): void {
    this.requests.length = 0;
  }

  /** Resolves when there is the first request, after those that there are, that fits; its answer may not be there. */
  async nextRequest(which: Omit<Which, 'times'> = {}): Promise<SeenRequest> {
    for (;;) {
      const [seen] = (await once(this.news, 'seen')) as [SeenRequest];
      if (fits(which, seen)) return seen;
    }
  }

  async close(): Promise<void> {
    this.heal();
    await this.server.stop();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const seen: SeenRequest = { method, ...addressOf(url), headers, status: undefined };
    response.once('finish', () => {
      seen.status = response.statusCode;
    });
    this.requests.push(seen);
    const body = await buffer(request);
    const fault = this.faultFor(seen);
    this.news.emit('seen', seen);
    await this.carryOut(fault, { request, body, response });
  }

  private async carryOut(fault: Fault | undefined, exchange: Exchange): Promise<void> {
    const { request, body, response } = exchange;
    response.setHeader('date', new Date(Date.now() + this.skewMs).toUTCString());
    if (fault === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault === 'hang') {
      this.hanging.add(response);
      return;
    }
    if (typeof fault === 'object' && 'status' in fault) {
      answerError(response, fault.status, fault.code ?? codeOfStatus.get(fault.status) ?? 'InternalError');
      return;
    }
    if (typeof fault === 'object' && 'page' in fault) {
      response.writeHead(fault.pageStatus ?? 200, { 'content-type': 'text/html' }).end(fault.page);
      return;
    }
    if (typeof fault === 'object' && 'delayMs' in fault) await this.pause(fault.delayMs);
    if (typeof fault === 'object' && 'before' in fault) await fault.before();
    const old = fault === 'stale' ? this.remembered.get(request.url ?? '') : undefined;
    const answer = old === undefined ? await this.pass(request, body) : unlessKnown(old, request);
    this.send(answer, fault, response);
  }

  /** Waits that long, or until there is no fault any more. */
  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.healing.signal }).catch(() => undefined);
  }

  private send({ status, headers, body }: Answer, fault: Fault | undefined, response: ServerResponse): void {
    const half = body.subarray(0, Math.floor(body.length / 2));
    const sent = fault === 'shorten' ? half : body;
    const whole = { ...headers, 'content-length': sent.length };
    // The time of the answer is that of this proxy, and it has one length.
    Reflect.deleteProperty(whole, 'date');
    Reflect.deleteProperty(whole, 'transfer-encoding');
    response.writeHead(status, whole);
    if (fault === 'truncate') response.write(half, () => response.destroy());
    else response.end(sent);
  }

  private async pass(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const passed = sendRequest(`${this.target}${request.url ?? '/'}`, {
      method: request.method,
      // With the host that was signed.
      headers: request.headers,
    });
    passed.end(body);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    const whole = { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
    const isObject = request.method === 'GET' && whole.status === 200;
    if (isObject && !this.injected.some(({ fault }) => fault === 'stale')) {
      this.remembered.set(request.url ?? '', whole);
    }
    return whole;
  }

  private faultFor(seen: SeenRequest): Fault | undefined {
    const found = this.injected.find(({ which, left }) => left > 0 && fits(which, seen));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  }
}

/** A request that is to be answered. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

const codeOfStatus = new Map([
  [403, 'AccessDenied'],
  [404, 'NoSuchKey'],
  [503, 'SlowDown'],
]);

function fits({ method, key }: Which, seen: SeenRequest): boolean {
  if (method !== undefined && method !== seen.method) return false;
  if (key === undefined) return true;
  return typeof key === 'string' ? key === seen.key : key.test(seen.key);
}

/** A former answer too is none for those who have it. */
function unlessKnown(answer: Answer, { headers }: IncomingMessage): Answer {
  const isKnown = headers['if-none-match'] === answer.headers.etag;
  return isKnown ? { ...answer, status: 304, body: Buffer.alloc(0) } : answer;
}
