import type { IncomingMessage } from 'node:http';
import { isNativeError } from 'node:util/types';
import {
  CancelledError,
  DomainError,
  InvalidArgumentError,
  quote,
  TooLargeError,
  UnavailableError,
} from '@pennon/domain';
import { LongAnswerError, readText, sendRequest } from '../outgoing/send-request';
import { remoteRefusal } from './remote-refusal';

/**
 * The base URL of a server, without a slash behind; a path is kept, for servers that live below one.
 *
 * @throws InvalidArgumentError if the text is no such address; secrets in it are not repeated.
 */
export function serverAddressOf(text: string): string {
  if (!URL.canParse(text))
    throw new InvalidArgumentError('the address must be a URL such as http://localhost:8080');
  const url = new URL(text);
  // First of all, so that no other message repeats it.
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('the address must hold neither user nor password: a token goes apart');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InvalidArgumentError(`the address must begin with http:// or https://, not ${url.protocol}`);
  if (url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError(`the address ${quote(url.origin + url.pathname)} must end with its path`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Largest answer that is read, in bytes: many times the largest namespace. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** What a header may hold. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** How a server is called. */
export interface RemoteCallOptions {
  /** Ends calls under way. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time until the whole answer is here, in milliseconds. */
  readonly timeoutMs: number;
  /** Sent with every call; none unless given. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of the API. */
export interface RemoteRequest {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path, encoded, with a slash in front. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** Longest time in place of the usual one. */
  readonly timeoutMs?: number;
}

/**
 * Calls of one server over HTTP. The token goes into a header, to that server and nowhere else, and into no message.
 */
export class RemoteCalls {
  /** Base URL, without a slash behind. */
  readonly address: string;

  /** @throws InvalidArgumentError if the address or the token cannot be used. */
  constructor(
    address: string,
    private readonly token: string | undefined,
    private readonly options: RemoteCallOptions,
  ) {
    this.address = serverAddressOf(address);
    // The library would repeat it in its message.
    if (token !== undefined && !HEADER_TEXT.test(token))
      throw new InvalidArgumentError('the token holds characters that no token has');
  }

  /** The JSON of the answer. @throws DomainError that says what a person can do. */
  async send(request: RemoteRequest): Promise<unknown> {
    const timeoutMs = request.timeoutMs ?? this.options.timeoutMs;
    const overdue = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await this.ask(request, overdue);
      const body = await this.bodyOf(answer);
      const { statusCode: status = 0, headers } = answer;
      if (status >= 200 && status <= 299) return this.jsonOf(body);
      const { location } = headers;
      throw remoteRefusal(this.address, this.token !== undefined, { status, body, location });
    } catch (error) {
      if (this.options.signal?.aborted === true) throw new CancelledError('interrupted', { cause: error });
      if (overdue.aborted)
        throw new UnavailableError(`${this.address} did not answer within ${timeoutMs / 1000} s`);
      // Everything else means that there is no answer, or not the whole of one.
      throw error instanceof DomainError ? error : this.unreachable(error);
    }
  }

  private async ask(request: RemoteRequest, overdue: AbortSignal): Promise<IncomingMessage> {
    const { verb, path, query, body } = request;
    const { signal } = this.options;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return sendRequest({
      url: new URL(`${this.address}${path}${search}`),
      method: verb,
      headers: {
        ...this.options.headers,
        Accept: 'application/json',
        'Accept-Encoding': 'gzip',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
      },
      body,
      signal: signal === undefined ? overdue : AbortSignal.any([overdue, signal]),
    });
  }

  private async bodyOf(answer: IncomingMessage): Promise<string> {
    try {
      return await readText(answer, MAX_ANSWER_BYTES);
    } catch (error) {
      if (!(error instanceof LongAnswerError)) throw error;
      throw new TooLargeError(`the answer of ${this.address} is larger than ${MAX_ANSWER_BYTES} bytes`, {
        cause: error,
      });
    }
  }

  private jsonOf(body: string): unknown {
    try {
      return JSON.parse(body);
    } catch {
      throw new UnavailableError(`${this.address} answers, but not in JSON: it is not a Pennon server`);
    }
  }

  private unreachable(failure: unknown): UnavailableError {
    return new UnavailableError(`${this.address} cannot be reached: ${reasonOf(failure)}`, {
      cause: failure,
    });
  }
}

function reasonOf(failure: unknown): string {
  if (!isNativeError(failure)) return String(failure);
  // Several attempts, by several addresses of one name, have no message of their own.
  return failure.message === '' ? ((failure as NodeJS.ErrnoException).code ?? failure.name) : failure.message;
}
