import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { endingOf, type Ending } from './ending';

/** How messages may be compressed, by the name that their calls give. */
const ways = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);

/** The names of the encodings that are understood, as a header has them. */
export const ACCEPTED_ENCODINGS = ['identity', ...ways.keys()].join(',');

/**
 * What is compressed in a message; or how the call is to end because it cannot be had.
 *
 * @param encoding As the call names it; undefined where it names none.
 * @param limit Most bytes of what comes out.
 */
export async function decompress(
  message: Buffer,
  encoding: string | undefined,
  limit: number,
): Promise<Buffer | Ending> {
  const way = ways.get(encoding ?? '');
  if (way === undefined) {
    return encoding === undefined || encoding === 'identity'
      ? endingOf('INTERNAL', 'the message is compressed, and nothing says how')
      : endingOf('UNIMPLEMENTED', `Received message compressed with unsupported encoding "${encoding}"`);
  }
  try {
    return await way(message, { maxOutputLength: limit });
  } catch (error) {
    return error instanceof RangeError
      ? endingOf('RESOURCE_EXHAUSTED', `Received message that decompresses to a size larger than ${limit}`)
      : endingOf('INTERNAL', 'Failed to decompress message');
  }
}
