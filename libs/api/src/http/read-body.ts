import { type IncomingMessage } from 'node:http';
import { CancelledError, ResourceExhaustedError } from '@pennon/domain';

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
    const chunks: Buffer[] = [];
    let size = 0;
    // Each of these is called once at most, or settles what is settled: `once` would only cost a wrapper.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        request.removeAllListeners('data');
        request.resume();
        reject(new ResourceExhaustedError(`the request body is larger than ${limit} bytes`));
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length > 1 ? Buffer.concat(chunks, size) : (only ?? empty));
    });
    request.on('error', (cause) => {
      reject(new CancelledError('the client went away', { cause }));
    });
  });
}
