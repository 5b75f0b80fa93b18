import { type IncomingMessage } from 'node:http';
import { UnsupportedEncodingError } from '@pennon/domain';

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
