import type { IncomingMessage } from 'node:http';
import { CancelledError, TooLargeError, UnsupportedEncodingError } from '@pennon/domain';
import { MAX_ANONYMOUS_BYTES } from '../rpc/gate';
import { type BodySink, WholeRequest } from './whole-request';

/**
 * Passes requests whose body is sent as it is.
 *
 * @throws UnsupportedEncodingError for a body that is compressed, or encoded in another way (RFC 9110, 8.4).
 */
export function assertPlain({ headers }: IncomingMessage): void {
  const encodings = headers['content-encoding'];
  if (encodings === undefined) return;
  const encoding = encodings
    .split(',')
    .map((name) => name.trim())
    .find((name) => name !== '' && name.toLowerCase() !== 'identity');
  if (encoding !== undefined)
    throw new UnsupportedEncodingError(`Content-Encoding ${encoding} is not supported`);
}

const empty = Buffer.alloc(0);

/** How large a body may be. */
export interface BodyBounds {
  /** Most bytes to accept. */
  readonly limit: number;
  /**
   * Called once it is known that the body has more than {@link MAX_ANONYMOUS_BYTES}; throws when no more of it is to be
   * kept.
   */
  readonly admitLarge: () => void;
}

/**
 * The body of a request, if {@link whenRead} has read it; undefined otherwise.
 *
 * @throws Error what {@link readBody} rejects with.
 */
export function bodyAtHand(request: IncomingMessage): Buffer | undefined {
  const sink = request instanceof WholeRequest ? request.sink : undefined;
  return sink instanceof BoundedBody && sink.isSettled ? sink.get() : undefined;
}

/**
 * Calls `then` once nobody has to wait for the body: it is at hand, or has to be read as a stream. For routes that a
 * promise more costs as much as what they do.
 */
export function whenRead(request: IncomingMessage, bounds: BodyBounds, then: () => void): void {
  if (!divert(request, new BoundedBody(bounds, then))) then();
}

/** Has the request fill the body; returns false when only its stream can. */
function divert(request: IncomingMessage, body: BoundedBody): boolean {
  if (!(request instanceof WholeRequest && request.divert(body))) return false;
  body.announce(request);
  if (!body.isSettled) request.invite();
  return true;
}

/**
 * Reads a whole request body. One that is too large by its `Content-Length` is refused before any of it has come.
 *
 * @throws TooLargeError if the body is larger; the rest of it is not kept.
 * @throws CancelledError if the client goes away before the end.
 * @throws Error what `admitLarge` throws.
 */
export async function readBody(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const atHand = bodyAtHand(request);
  if (atHand !== undefined) return atHand;
  const body = await new Promise<BoundedBody>((resolve) => {
    const reading = new BoundedBody(bounds, resolve);
    if (divert(request, reading)) return;
    reading.announce(request);
    // Each of these is called once at most, or settles what is settled: `once` would only cost a wrapper.
    request.on('data', (chunk: Buffer) => {
      reading.take(chunk);
    });
    request.on('end', () => {
      reading.end();
    });
    request.on('error', (cause) => {
      reading.fail(cause);
    });
  });
  return body.get();
}

/** A body that is kept as long as it is within its bounds. */
class BoundedBody implements BodySink {
  /** Whether it is known what came of it. */
  isSettled = false;
  private chunks: Buffer[] = [];
  private size = 0;
  private isAdmitted = false;
  private error: Error | undefined;

  /** @param onSettled Called once, with this. */
  constructor(
    private readonly bounds: BodyBounds,
    private readonly onSettled: (body: BoundedBody) => void,
  ) {}

  /** The body. Throws if it did not come, or is too large. */
  get(): Buffer {
    if (this.error !== undefined) throw this.error;
    const [only = empty] = this.chunks;
    return this.chunks.length > 1 ? Buffer.concat(this.chunks, this.size) : only;
  }

  /** Checks the length that the head of the request tells, if it does. */
  announce({ headers }: IncomingMessage): void {
    this.check(Number(headers['content-length'] ?? 0));
  }

  take(chunk: Buffer): void {
    if (this.isSettled) return;
    this.size += chunk.length;
    this.chunks.push(chunk);
    this.check(this.size);
  }

  end(): void {
    this.settle();
  }

  fail(cause: Error | null): void {
    this.settle(new CancelledError('the client went away', { cause }));
  }

  /** @param size Bytes that the body has at least. */
  private check(size: number): void {
    const { limit, admitLarge } = this.bounds;
    // Most bodies end here.
    if (size <= limit && (this.isAdmitted || size <= MAX_ANONYMOUS_BYTES)) return;
    try {
      // First, unless the limit is one that holds for everybody.
      if (!this.isAdmitted && limit > MAX_ANONYMOUS_BYTES) admitLarge();
      this.isAdmitted = true;
      if (size > limit) throw new TooLargeError(`the request body is larger than ${limit} bytes`);
    } catch (error) {
      this.chunks = [];
      this.settle(error as Error);
    }
  }

  private settle(error?: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.error = error;
    this.onSettled(this);
  }
}
