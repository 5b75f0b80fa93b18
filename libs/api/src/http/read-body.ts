import { type IncomingMessage } from 'node:http';
import { CancelledError, ResourceExhaustedError } from '@pennon/domain';
import { WholeRequest, type BodySink } from './whole/whole-request';

const empty = Buffer.alloc(0);

/**
 * Reads a whole request body.
 *
 * @param limit Most bytes to accept.
 * @throws ResourceExhaustedError if the body is larger; the rest of it is not kept.
 * @throws CancelledError if the client goes away before the end.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new BoundedBody(limit, resolve, reject);
    if (request instanceof WholeRequest && request.divert(body)) return;
    // Each of these is called once at most, or settles what is settled: `once` would only cost a wrapper.
    request.on('data', (chunk: Buffer) => {
      body.take(chunk);
    });
    request.on('end', () => {
      body.end();
    });
    request.on('error', (cause) => {
      body.fail(cause);
    });
  });
}

/** A body that is kept as long as it is within its bound. */
class BoundedBody implements BodySink {
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly limit: number,
    private readonly resolve: (body: Buffer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= this.limit) {
      this.chunks.push(chunk);
      return;
    }
    this.chunks = [];
    this.reject(new ResourceExhaustedError(`the request body is larger than ${this.limit} bytes`));
  }

  end(): void {
    const [only] = this.chunks;
    this.resolve(this.chunks.length > 1 ? Buffer.concat(this.chunks, this.size) : (only ?? empty));
  }

  fail(cause: Error | null): void {
    this.reject(new CancelledError('the client went away', { cause }));
  }
}
