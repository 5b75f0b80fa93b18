import {
  create,
  type DescMessage,
  fromJson,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJsonString,
} from '@bufbuild/protobuf';
import { UnavailableError } from '@pennon/domain';
import { RemoteCalls, type RemoteRequest } from '@pennon/platform';

/** Most records of a list in one answer. */
export const PAGE_SIZE = 100;

/** Longest time until an answer is here, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** How much longer whole namespaces may take. */
const TRANSFER_TIMES = 10;

/** How a server is called. */
export interface ServerCallOptions {
  /** Ends calls under way. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time until an answer is here, in milliseconds; ten times as long for whole namespaces. */
  readonly timeoutMs?: number | undefined;
  /** Sent with every call; none unless given. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One page of a list. */
export interface AnsweredPage<T> {
  readonly items: readonly T[];
  /** The token of the next page; `''` on the last one. */
  readonly next: string;
}

/** Calls of the API of a running server, over HTTP. All methods reject with a DomainError that says what to do. */
export class ServerCalls {
  /** Base URL, for messages. */
  readonly address: string;
  /** Longest time for a whole namespace, in milliseconds. */
  readonly transferTimeoutMs: number;
  private readonly calls: RemoteCalls;

  /**
   * @param address `http:` or `https:`, with the base path if there is one; no user, query or fragment.
   * @param token Client token, or undefined for a server that wants none.
   * @throws InvalidArgumentError if the address or the token cannot be used.
   */
  constructor(
    address: string,
    token: string | undefined,
    { signal, timeoutMs = TIMEOUT_MS, headers = {} }: ServerCallOptions = {},
  ) {
    this.calls = new RemoteCalls(address, token, { signal, timeoutMs, headers });
    this.address = this.calls.address;
    this.transferTimeoutMs = timeoutMs * TRANSFER_TIMES;
  }

  /** Sends a request whose answer says nothing. */
  async send(request: RemoteRequest): Promise<void> {
    await this.calls.send(request);
  }

  /** Sends a request. @returns the message in the answer. */
  async ask<T extends DescMessage>(type: T, request: RemoteRequest): Promise<MessageShape<T>> {
    const answer = await this.calls.send(request);
    try {
      return fromJson(type, answer as JsonValue, { ignoreUnknownFields: true });
    } catch (cause) {
      throw this.oddAnswer({ cause });
    }
  }

  /** Asks for page after page, until there is none or the caller stops reading. @param ask Gets the page's token. */
  async *items<T>(ask: (page: string) => Promise<AnsweredPage<T>>): AsyncGenerator<T> {
    const asked = new Set<string>();
    for (let page = ''; !asked.has(page);) {
      asked.add(page);
      const { items, next } = await ask(page);
      yield* items;
      if (next === '') return;
      page = next;
    }
    // Some versions of Flipt go round in circles.
    throw this.oddAnswer();
  }

  /** All items of all pages. */
  async everyItem<T>(ask: (page: string) => Promise<AnsweredPage<T>>): Promise<readonly T[]> {
    const all: T[] = [];
    for await (const item of this.items(ask)) all.push(item);
    return all;
  }

  /** The error for an answer that breaks the API. */
  oddAnswer(options?: ErrorOptions): UnavailableError {
    return new UnavailableError(
      `${this.address} sent an answer that a Pennon server of this version does not send`,
      options,
    );
  }
}

/** The first items of a list; no page is asked for beyond them. @param limit Most of them; at least 1. */
export async function* firstOf<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let left = limit;
  for await (const item of items) {
    yield item;
    left--;
    if (left <= 0) return;
  }
}

/** The path of a namespace, or of what is below it. @param below Encoded, with a slash in front. */
export function namespacePath(namespaceKey: string, below = ''): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespaceKey)}${below}`;
}

/** A request for a page of a list. @param query Parameters, also another `limit`; empty ones are left out. */
export function listRequest(
  path: string,
  page: string,
  query: Readonly<Record<string, string>> = {},
): RemoteRequest {
  const all = { limit: `${PAGE_SIZE}`, ...query, pageToken: page };
  const given = Object.entries(all).filter(([, value]) => value !== '');
  return { verb: 'GET', path, query: Object.fromEntries(given) };
}

/** A message as the body of a request. */
export function bodyOf<T extends DescMessage>(type: T, message: MessageInitShape<T>): string {
  return toJsonString(type, create(type, message));
}
