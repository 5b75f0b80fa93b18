import { Readable } from 'node:stream';

/** A body has more bytes than are to be read. */
export class TooLongError extends Error {}

/** A body ended before its length was reached. */
export class CutShortError extends Error {}

/** What a body is held to. */
export interface BodyBounds {
  /** Most bytes that are read. */
  readonly maxBytes: number;
  /** Bytes that it is said to have; undefined when nothing is said. */
  readonly length: number | undefined;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Reads the whole of a body, and never keeps more of it than is allowed.
 *
 * @throws TooLongError; CutShortError; whatever breaks the stream.
 */
export async function readBody(body: unknown, { maxBytes, length, signal }: BodyBounds): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new CutShortError();
  const stop = (): void => {
    body.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (length !== undefined && length > maxBytes) throw new TooLongError();
    const whole = await collect(body, maxBytes);
    if (signal.aborted || (length !== undefined && whole.length !== length)) throw new CutShortError();
    return whole;
  } finally {
    signal.removeEventListener('abort', stop);
    // What is not read would hold its connection.
    body.destroy();
  }
}

async function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
