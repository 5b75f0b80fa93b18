import type { IncomingMessage } from 'node:http';
import { CancelledError, ResourceExhaustedError, UnsupportedEncodingError } from '@pennon/domain';
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
  /** Called once more than {@link MAX_ANONYMOUS_BYTES} have come; throws when no more of the body is to be kept. */
  readonly admitLarge: () => void;
}

/**
 * Reads a whole request body.
 *
 * @returns No promise after {@link whenRead} has called.
 * @throws ResourceExhaustedError if the body is larger; the rest of it is not kept.
 * @throws CancelledError if the client goes away before the end.
 * @throws Error what `admitLarge` throws.
 */
export function readBody(request: IncomingMessage, bounds: BodyBounds): Buffer | Promise<Buffer> {
  const sink = request instanceof WholeRequest ? request.sink : undefined;
  return sink instanceof BoundedBody && sink.isSettled ? sink.get() : readStream(request, bounds);
}

/**
 * Calls `then` once {@link readBody} need not wait for the body, with the same bounds: for routes that a promise more
 * costs as much as what they do.
 */
export function whenRead(request: IncomingMessage, bounds: BodyBounds, then: () => void): void {
  if (!(request instanceof WholeRequest && request.divert(new BoundedBody(bounds, then)))) then();
}

async function readStream(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const body = await new Promise<BoundedBody>((resolve) => {
    const reading = new BoundedBody(bounds, resolve);
    if (request instanceof WholeRequest && request.divert(reading)) return;
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

  take(chunk: Buffer): void {
    if (this.isSettled) return;
    const before = this.size;
    this.size += chunk.length;
    this.chunks.push(chunk);
    // Most bodies end here.
    if (this.size > Math.min(MAX_ANONYMOUS_BYTES, this.bounds.limit)) this.checkSize(before);
  }

  end(): void {
    this.settle();
  }

  fail(cause: Error | null): void {
    this.settle(new CancelledError('the client went away', { cause }));
  }

  /** @param before Bytes that had come before the last chunk. */
  private checkSize(before: number): void {
    const { limit, admitLarge } = this.bounds;
    try {
      if (this.size > limit)
        throw new ResourceExhaustedError(`the request body is larger than ${limit} bytes`);
      if (before <= MAX_ANONYMOUS_BYTES) admitLarge();
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
