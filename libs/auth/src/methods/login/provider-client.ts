import type { IncomingHttpHeaders } from 'node:http';
import { LongAnswerError, ProxyRefusal, readText, sendRequest } from '@pennon/platform';
import {
  assertSecureUrl,
  isRedirect,
  ProviderSetupError,
  proxyError,
  readJson,
  redirectError,
  UpstreamError,
} from '../../keys/upstream';

/** Longest wait for a whole answer. Milliseconds. */
const TIMEOUT_MS = 5_000;

/** Largest answer that is read. Bytes. */
const MAX_BYTES = 1024 * 1024;

const FORM = 'application/x-www-form-urlencoded';

/** What is asked of a provider. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form, which is posted; without one the answer is got. */
  readonly form?: URLSearchParams;
}

/** What a provider answers, with whatever status but that of a redirect. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Asks a provider: over HTTPS unless it is on this machine, for five seconds at the most, for no more than a mebibyte,
 * and nobody else whom it may point at.
 *
 * @throws UpstreamError if there is no such answer; it holds nothing of what was sent.
 */
export async function askProvider({ url, headers = {}, form }: ProviderRequest): Promise<ProviderAnswer> {
  assertSecureUrl(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await sendRequest({
      url,
      method: form === undefined ? 'GET' : 'POST',
      headers: { Accept: 'application/json', ...(form && { 'Content-Type': FORM }), ...headers },
      body: form?.toString(),
      signal,
    });
    const { statusCode: status = 0 } = answer;
    if (isRedirect(status)) {
      answer.destroy();
      throw redirectError(url, answer.headers);
    }
    return { status, headers: answer.headers, body: await readText(answer, MAX_BYTES) };
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    if (error instanceof ProxyRefusal) throw proxyError(url, error);
    throw upstreamError(url, signal.aborted ? `does not answer within ${TIMEOUT_MS} ms` : reasonOf(error));
  }
}

/** What is wrong with a provider, for the log; without the query of the URL, in which there may be secrets. */
export function upstreamError({ origin, pathname }: URL, reason: string): UpstreamError {
  return new UpstreamError(`${origin}${pathname} ${reason}`);
}

/** The same, where it does not heal by itself. */
export function setupError({ origin, pathname }: URL, reason: string): ProviderSetupError {
  return new ProviderSetupError(`${origin}${pathname} ${reason}`);
}

/** @throws UpstreamError if the body is not JSON; what it is instead may be a secret. */
export function parseJson(url: URL, body: string): unknown {
  try {
    return readJson(body);
  } catch (error) {
    throw upstreamError(url, (error as UpstreamError).message);
  }
}

/** Without the text of the error, which may hold what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof LongAnswerError) return `answers more than ${MAX_BYTES} bytes`;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? `cannot be asked (${code})` : 'cannot be asked';
}

/** What the OAuth client of passport's strategies tells of an answer: an error, or the text. */
type Callback = (error: unknown, body?: string) => void;

/** The one method of that client by which all its requests go. */
interface OAuthClient {
  _request(
    verb: string,
    url: string,
    headers: Record<string, string> | null,
    body: string,
    accessToken: string | null,
    done: Callback,
  ): void;
}

/** How a code is exchanged for tokens. */
export interface CodeExchange {
  readonly headers: Readonly<Record<string, string>>;

  /** Changes the form that the client would send. */
  readonly amend: (form: URLSearchParams) => void;

  /** Looks at an answer before the strategy does; what it throws is the end of the exchange. */
  readonly inspect: (body: string) => void | Promise<void>;
}

/**
 * Has the OAuth client of a strategy exchange codes by {@link askProvider}: its own way has no timeout and no bound
 * (docs/adr/0008).
 *
 * @param client What the strategy keeps in `_oauth2`, its door to subclasses.
 */
export function exchangeByUs(client: object, { headers, amend, inspect }: CodeExchange): void {
  const request = async (url: string, body: string, done: Callback): Promise<void> => {
    const form = new URLSearchParams(body);
    amend(form);
    const answer = await askProvider({ url: new URL(url), headers, form });
    if (answer.status < 200 || answer.status >= 300) {
      done({ statusCode: answer.status, data: answer.body });
      return;
    }
    await inspect(answer.body);
    done(null, answer.body);
  };
  const _request: OAuthClient['_request'] = (_verb, url, _headers, body, _accessToken, done) => {
    // What is thrown further on, in the strategy, is an error of the strategy too.
    request(url, body, done).catch(done);
  };
  Object.assign(client, { _request });
}
