import { type IncomingMessage, type ServerResponse } from 'node:http';
import compression from 'compression';
import Negotiator from 'negotiator';
import { type ContentEncoding, type EncodedJson } from '../json/encoded-json';
import { WholeRequest, type BodySink } from './whole/whole-request';
import { WholeResponse } from './whole/whole-response';

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
  send(response, 200, 'application/json', body, body.byteLength);
}

/** Tells the caller that it holds the answer already. */
export function replyNotModified(request: IncomingMessage, response: ServerResponse): void {
  afterBody(request, () => {
    if (response.headersSent || response.destroyed) return;
    if (response instanceof WholeResponse && response.canBeSentWhole) {
      response.sendWhole(304, '', '', 'latin1');
      return;
    }
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
  afterBody(request, () => {
    const isPlain = length < COMPRESSION_THRESHOLD || request.headers['accept-encoding'] === undefined;
    if (isPlain) {
      send(response, status, type, body, length);
    } else {
      compress(request, response, () => {
        response.writeHead(status, { 'Content-Type': type, 'Content-Length': length });
        response.end(body);
      });
    }
  });
}

/** Writes an answer that is not compressed, in one piece where that can be done. */
function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  length: number,
): void {
  if (response instanceof WholeResponse && response.canBeSentWhole) {
    const lines = `Content-Type: ${type}\r\nContent-Length: ${length}\r\n`;
    // Text that is ASCII alone has as many bytes as units, and need not be encoded.
    response.sendWhole(status, lines, body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length });
  response.end(body);
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
  if (request instanceof WholeRequest && request.divert(dropping(answer))) return;
  request.once('end', answer);
  request.resume();
}

/** Throws a body away. */
function dropping(end: () => void): BodySink {
  return { take: nothing, end, fail: nothing };
}

function nothing(): void {
  // There is nobody who wants to know.
}
