import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CorsConfig } from '@pennon/config';
import { REQUEST_ID_HEADER } from '@pennon/platform';
import { AGE_HEADER, REVISION_HEADER, REVISION_MARK_HEADER } from '../rpc/call-headers';
import { replyEmpty } from './reply';

/** The origins whose pages may read answers. */
export class AllowedOrigins {
  /** True when every page may: the answer is then the same for all of them. */
  readonly areAll: boolean;
  private readonly exact: ReadonlySet<string>;
  private readonly patterns: readonly (readonly [start: string, end: string])[];

  /** @param patterns In lower case, each with one `*` at most. */
  constructor(patterns: readonly string[]) {
    this.areAll = patterns.includes('*');
    this.exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
    this.patterns = patterns
      .filter((pattern) => pattern.includes('*'))
      .map((pattern) => {
        const [start = '', end = ''] = pattern.split('*');
        return [start, end];
      });
  }

  /** Tells whether pages of that origin may. Browsers write origins in lower case; others need not. */
  has(origin: string): boolean {
    if (this.areAll) return true;
    const given = origin.toLowerCase();
    return this.exact.has(given) || this.patterns.some((pattern) => fits(given, pattern));
  }
}

/** The `*` stands for no text behind which another host could hide. */
function fits(origin: string, [start, end]: readonly [start: string, end: string]): boolean {
  if (origin.length < start.length + end.length) return false;
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return !/[/@?#\s]/.test(origin.slice(start.length, origin.length - end.length));
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** What scripts may read of an answer, beside what they always may: tags, without which nothing is asked for twice. */
const EXPOSED = [
  ...['Link', 'ETag', 'Retry-After'],
  ...[REQUEST_ID_HEADER, REVISION_HEADER, REVISION_MARK_HEADER, AGE_HEADER],
].join(', ');

/** How long a browser need not ask again, in seconds. */
const MAX_AGE_S = '300';

/** What the answer to a preflight depends on. */
const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';

/**
 * Tells browsers which pages of other origins may call, and read the answers (https://fetch.spec.whatwg.org).
 *
 * It allows and refuses nothing itself: the browser does, for the page. What a call may do is up to its credential.
 */
export class Cors {
  private readonly origins: AllowedOrigins;
  private readonly headers: ReadonlySet<string>;

  constructor({ allowedOrigins, allowedHeaders }: Pick<CorsConfig, 'allowedOrigins' | 'allowedHeaders'>) {
    this.origins = new AllowedOrigins(allowedOrigins);
    this.headers = new Set(['origin', ...allowedHeaders.map((name) => name.toLowerCase())]);
  }

  /** What answers preflights, and passes on all other requests, with the headers for their answers set. */
  before(next: RequestListener): RequestListener {
    return (request, response) => {
      if (isPreflight(request)) {
        this.answerPreflight(request, response);
        return;
      }
      const { origin } = request.headers;
      // Nobody keeps the answer to a POST; all others may be kept, and shown to a page of another origin later.
      if (origin !== undefined || request.method !== 'POST') response.setHeader('Vary', 'Origin');
      if (this.allow(response, origin)) response.setHeader('Access-Control-Expose-Headers', EXPOSED);
      next(request, response);
    };
  }

  /** Answers 200 in any case: a browser that finds nothing allowed tells the page no more than that. */
  private answerPreflight(request: IncomingMessage, response: ServerResponse): void {
    const { origin, ...asked } = request.headers;
    const method = asked['access-control-request-method'] ?? '';
    const headers = asked['access-control-request-headers'] ?? '';
    response.setHeader('Vary', PREFLIGHT_VARY);
    if (METHODS.includes(method) && this.mayBeSent(headers) && this.allow(response, origin)) {
      response.setHeader('Access-Control-Allow-Methods', method);
      if (headers !== '') response.setHeader('Access-Control-Allow-Headers', headers);
      response.setHeader('Access-Control-Max-Age', MAX_AGE_S);
    }
    replyEmpty(request, response);
  }

  /** @returns false when pages of that origin may not read the answer. */
  private allow(response: ServerResponse, origin: string | undefined): boolean {
    if (origin === undefined || !this.origins.has(origin)) return false;
    // Never the origin in place of `*`: browsers would take that for a leave to send cookies.
    response.setHeader('Access-Control-Allow-Origin', this.origins.areAll ? '*' : origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    return true;
  }

  /** @param list As the browser sends it: names, and commas between them. */
  private mayBeSent(list: string): boolean {
    const names = list
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '');
    return this.headers.has('*') || names.every((name) => this.headers.has(name));
  }
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
