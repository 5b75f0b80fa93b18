import { type IncomingMessage, type ServerResponse } from 'node:http';
import compression from 'compression';
import Negotiator from 'negotiator';
import { type ContentEncoding, type EncodedJson } from '../json/encoded-json';

/** Smaller answers are sent as they are: compressing them costs more than it saves. Bytes. */
const COMPRESSION_THRESHOLD = 1024;

/** From the smallest form to the largest. */
const compressedEncodings = ['br', 'gzip'] as const;

/** The Express middleware, which needs no more of a request and a response than Node gives them. */
const compress = compression({ threshold: COMPRESSION_THRESHOLD }) as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** Writes a whole JSON answer. The content type carries no charset, as clients compare it (management-api.md 1.1). */
export function replyJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
): void {
  reply(request, response, status, 'application/json', body);
}

/** Writes an answer that is encoded already, compressed if the caller takes that. */
export async function replyPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  json: EncodedJson,
): Promise<void> {
  const encoding = encodingFor(request);
  const body = await json.as(encoding);
  if (response.headersSent || response.destroyed) return;
  response.appendHeader('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.byteLength });
  response.end(body);
}

/** Tells the caller that it holds the answer already. */
export function replyNotModified(request: IncomingMessage, response: ServerResponse): void {
  afterBody(request, () => {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(304);
    response.end();
  });
}

/** Answers with nothing but the headers that are set. */
export function replyEmpty(request: IncomingMessage, response: ServerResponse, status = 200): void {
  afterBody(request, () => {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, { 'Content-Length': 0 });
    response.end();
  });
}

/** Writes a whole plain-text answer. */
export function replyText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
): void {
  reply(request, response, status, 'text/plain; charset=utf-8', body);
}

/** What was negotiated last: most callers are of a few kinds, and ask again and again. */
let negotiated: { readonly header: string; readonly encoding: ContentEncoding } | undefined;

/** The smallest form that the caller takes. */
export function encodingFor(request: IncomingMessage): ContentEncoding {
  const header = request.headers['accept-encoding'];
  if (header === undefined) return 'identity';
  if (negotiated?.header !== header) {
    const accepted = new Negotiator(request).encodings([...compressedEncodings]);
    const encoding = compressedEncodings.find((name) => accepted.includes(name)) ?? 'identity';
    negotiated = { header, encoding };
  }
  return negotiated.encoding;
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  // The caller may have gone.
  if (response.headersSent || response.destroyed) return;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  const head = { 'Content-Type': type, 'Content-Length': length };
  afterBody(request, () => {
    const isPlain = length < COMPRESSION_THRESHOLD || request.headers['accept-encoding'] === undefined;
    if (isPlain) {
      response.writeHead(status, head);
      endInOnePiece(response, body, length);
    } else {
      compress(request, response, () => {
        response.writeHead(status, head);
        response.end(body);
      });
    }
  });
}

/**
 * Ends the answer with its one and only piece.
 *
 * Node writes what is given to `end` as two pieces, the second of them empty, by its way of gathering many; written
 * before the end, head and body are one text and take the way of one, which saves 1–2 µs of some 15. Text that is
 * ASCII alone has as many bytes as units, and need not be encoded.
 *
 * @param length In bytes.
 */
function endInOnePiece(response: ServerResponse, body: string | Uint8Array, length: number): void {
  // Corked by us, so that Node does not keep the piece back until the next turn.
  response.cork();
  response.write(body, length === body.length ? 'latin1' : 'utf8');
  response.uncork();
  response.end();
}

/**
 * Runs `answer` once the request has come in whole, throwing away what nobody wanted to read: a client that is still
 * sending when the answer comes and the connection closes would lose the answer.
 */
function afterBody(request: IncomingMessage, answer: () => void): void {
  if (request.complete) {
    answer();
    return;
  }
  request.once('end', answer);
  request.resume();
}
