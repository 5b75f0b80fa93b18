import { type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** An answer that is longer than what is read of it. */
export class LongAnswerError extends Error {}

/**
 * The text of an answer, whether it came compressed or not. Leaving off early closes the connection.
 *
 * @throws LongAnswerError if it has more than so many bytes. Error if it breaks off.
 */
export async function readText(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const isCompressed = answer.headers['content-encoding'] === 'gzip';
  const source = isCompressed ? pipeline(answer, createGunzip(), () => undefined) : answer;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new LongAnswerError(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString();
}
