import { type IncomingMessage } from 'node:http';
import { CancelledError, ResourceExhaustedError } from '@pennon/domain';
import { WholeRequest, type BodySink } from './whole/whole-request';

const empty = Buffer.alloc(0);

/**
 * Reads a whole request body.
 *
 * @param limit Most bytes to accept.
 * @returns No promise after {@link whenRead} has called.
 * @throws ResourceExhaustedError if the body is larger; the rest of it is not kept.
 * @throws CancelledError if the client goes away before the end.
 */
export function readBody(request: IncomingMessage, limit: number): Buffer | Promise<Buffer> {
  const sink = request instanceof WholeRequest ? request.sink : undefined;
  return sink instanceof BoundedBody && sink.isSettled ? sink.get() : readStream(request, limit);
}

/**
 * Calls `then` once {@link readBody} need not wait for the body, with the same limit: for routes that a promise more costs as
 * much as what they do.
 */
export function whenRead(request: IncomingMessage, limit: number, then: () => void): void {
  if (!(request instanceof WholeRequest && request.divert(new BoundedBody(limit, then)))) then();
}

async function readStream(request: IncomingMessage, limit: number): Promise<Buffer> {
  const body = await new Promise<BoundedBody>((resolve) => {
    const reading = new BoundedBody(limit, resolve);
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

/** A body that is kept as long as it is within its bound. */
class BoundedBody implements BodySink {
  /** Whether it is known what came of it. */
  isSettled = false;
  private chunks: Buffer[] = [];
  private size = 0;
  private error: Error | undefined;

  /** @param onSettled Called once, with this. */
  constructor(
    private readonly limit: number,
    private readonly onSettled: (body: BoundedBody) => void,
  ) {}

  /** The body. Throws if it did not come, or is too large. */
  get(): Buffer {
    if (this.error !== undefined) throw this.error;
    const [only = empty] = this.chunks;
    return this.chunks.length > 1 ? Buffer.concat(this.chunks, this.size) : only;
  }

  take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= this.limit) {
      this.chunks.push(chunk);
      return;
    }
    this.chunks = [];
    this.settle(new ResourceExhaustedError(`the request body is larger than ${this.limit} bytes`));
  }

  end(): void {
    this.settle();
  }

  fail(cause: Error | null): void {
    this.settle(new CancelledError('the client went away', { cause }));
  }

  private settle(error?: Error): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.error = error;
    this.onSettled(this);
  }
}
