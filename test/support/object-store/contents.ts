import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { Refusal } from './refusal';

/** Values of `x-amz-content-sha256` that stand for a body that the signature does not cover. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const UNSIGNED_CHUNKS = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** Checksums of bodies by the header or trailer that announces them, in base64. */
const checksums: Readonly<Record<string, (contents: Buffer) => Buffer>> = {
  'content-md5': (contents) => createHash('md5').update(contents).digest(),
  'x-amz-checksum-sha256': (contents) => createHash('sha256').update(contents).digest(),
  'x-amz-checksum-crc32': (contents) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(contents));
    return sum;
  },
};

/**
 * The object, or the document, that the body of a request carries.
 *
 * @throws Refusal with the status and code that S3 answers: a body without a length, with another hash than the
 *   signature covers, or with another checksum than announced; a deletion without one; signed chunks, which the AWS SDK
 *   for JavaScript never sends.
 */
export function contentsOf({ method, url = '', headers }: IncomingMessage, body: Buffer): Buffer {
  if (method === 'PUT' && lengthOf(headers) === undefined) throw new Refusal(411, 'MissingContentLength');
  const isDeletion = method === 'POST' && /[&?]delete(?:[&=]|$)/.test(url);
  if (isDeletion && headers['content-md5'] === undefined) throw new Refusal(400, 'InvalidRequest');
  const hash = headers['x-amz-content-sha256'];
  if (hash === undefined) throw new Refusal(400, 'InvalidRequest');
  if (hash === UNSIGNED_CHUNKS) return fromChunks(body, headers);
  if (String(hash).startsWith('STREAMING-')) throw new Refusal(501, 'NotImplemented');
  if (hash !== UNSIGNED && hash !== createHash('sha256').update(body).digest('hex'))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  assertIntact(body, headers);
  return body;
}

function lengthOf(headers: IncomingHttpHeaders): string | string[] | undefined {
  return headers['x-amz-decoded-content-length'] ?? headers['content-length'];
}

/** Reads `aws-chunked`: chunks as in HTTP/1.1, an empty one, and the checksum as a trailer. */
function fromChunks(body: Buffer, headers: IncomingHttpHeaders): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  let size: number;
  do {
    const end = body.indexOf('\r\n', at);
    size = Number(`0x${body.toString('latin1', at, end)}`);
    if (end < 0 || Number.isNaN(size)) throw new Refusal(400, 'IncompleteBody');
    chunks.push(body.subarray(end + 2, end + 2 + size));
    // The empty chunk is followed by the trailers, the others by the end of a line.
    at = end + 2 + (size === 0 ? 0 : size + 2);
  } while (size > 0);
  const contents = Buffer.concat(chunks);
  if (String(contents.length) !== lengthOf(headers)) throw new Refusal(400, 'IncompleteBody');
  const trailers = body.toString('latin1', at).trim().split('\r\n');
  const announced: [string, string | undefined][] = trailers.map((line) => {
    const [name = '', value] = line.split(':', 2);
    return [name, value];
  });
  assertIntact(contents, Object.fromEntries(announced));
  return contents;
}

function assertIntact(contents: Buffer, announced: IncomingHttpHeaders): void {
  for (const [name, sumOf] of Object.entries(checksums)) {
    const isOther = announced[name] !== undefined && announced[name] !== sumOf(contents).toString('base64');
    if (isOther) throw new Refusal(400, 'BadDigest');
  }
}
