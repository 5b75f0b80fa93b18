import { type IncomingMessage, type ServerResponse } from 'node:http';
import compression from 'compression';
import Negotiator from 'negotiator';
import { type ContentEncoding, type EncodedJson } from '../rpc/prepared-answer';
import { WholeRequest } from './whole-request';
import { WholeResponse } from './whole-response';

/** Smaller answers are sent as they are: compressing them costs more than it saves. Bytes. */
const COMPRESSION_THRESHOLD = 1024;

/**
 * Headers of an answer, by name, beside those that are set on the response: made for this answer, and of nothing that
 * callers say. `Vary` adds to what is there already.
 */
export type AnswerHeaders = Readonly<Record<string, string>>;

const noHeaders: AnswerHeaders = {};

/** A body as it is sent. */
interface Content {
  /** Its `Content-Type`. */
  readonly type: string;
  readonly body: string | Uint8Array;
  /** Bytes. */
  readonly length: number;
}

const JSON_TYPE = 'application/json';

/** From the smallest form to the largest. */
const compressedEncodings = ['br', 'gzip'] as const;

/** The Express middleware, which needs no more of a request and a response than Node gives them. */
const compress = compression({ threshold: COMPRESSION_THRESHOLD }) as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * Writes a whole JSON answer. The content type carries no charset, as clients compare it.
 *
 * @param length Of the body in bytes; measured unless given.
 */
export function replyJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  headers?: AnswerHeaders,
  length = Buffer.byteLength(body),
): void {
  reply(request, response, status, { type: JSON_TYPE, body, length }, headers);
}

/** Writes an answer that is encoded already, compressed if the caller takes that. */
export async function replyPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  json: EncodedJson,
  headers = noHeaders,
): Promise<void> {
  const encoding = encodingFor(request);
  const body = await json.as(encoding);
  if (response.headersSent || response.destroyed) return;
  const Vary = headers.Vary === undefined ? 'Accept-Encoding' : `${headers.Vary}, Accept-Encoding`;
  const encoded = encoding === 'identity' ? headers : { ...headers, 'Content-Encoding': encoding };
  send(response, 200, { ...encoded, Vary }, { type: JSON_TYPE, body, length: body.byteLength });
}

/** Tells the caller that it holds the answer already. */
export function replyNotModified(
  request: IncomingMessage,
  response: ServerResponse,
  headers = noHeaders,
): void {
  whenHeard(request, response, () => {
    if (response.headersSent || response.destroyed) return;
    send(response, 304, headers);
  });
}

/** Answers with nothing but the headers that are set. */
export function replyEmpty(request: IncomingMessage, response: ServerResponse, status = 200): void {
  whenHeard(request, response, () => {
    if (response.headersSent || response.destroyed) return;
    // 204 has no body whose length could be told (RFC 9110, 8.6).
    response.writeHead(status, status === 204 ? {} : { 'Content-Length': 0 });
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
  const type = 'text/plain; charset=utf-8';
  reply(request, response, status, { type, body, length: Buffer.byteLength(body) });
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
  content: Content,
  headers = noHeaders,
): void {
  // The caller may have gone.
  if (response.headersSent || response.destroyed) return;
  whenHeard(request, response, () => {
    const { body, length } = content;
    const isPlain = length < COMPRESSION_THRESHOLD || request.headers['accept-encoding'] === undefined;
    if (isPlain) {
      send(response, status, headers, content);
    } else {
      setAll(response, headers, content);
      compress(request, response, () => {
        response.writeHead(status, { 'Content-Length': length });
        response.end(body);
      });
    }
  });
}

/**
 * Writes an answer that is not compressed, in one piece where that can be done.
 *
 * @param content Undefined for an answer that has none.
 */
function send(response: ServerResponse, status: number, headers: AnswerHeaders, content?: Content): void {
  if (response instanceof WholeResponse && response.canBeSentWhole) {
    sendWhole(response, status, linesOf(headers), content);
    return;
  }
  setAll(response, headers, content);
  response.writeHead(status, content && { 'Content-Length': content.length });
  response.end(content?.body);
}

function sendWhole(
  response: Pick<WholeResponse, 'sendWhole'>,
  status: number,
  lines: string,
  content?: Content,
): void {
  if (content === undefined) {
    response.sendWhole(status, lines, '', 'latin1');
    return;
  }
  const { type, body, length } = content;
  // Text that is ASCII alone has as many bytes as units, and need not be encoded.
  const encoding = length === body.length ? 'latin1' : 'utf8';
  response.sendWhole(
    status,
    `${lines}Content-Type: ${type}\r\nContent-Length: ${length}\r\n`,
    body,
    encoding,
  );
}

function setAll(response: ServerResponse, headers: AnswerHeaders, content?: Content): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Vary') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  if (content !== undefined) response.setHeader('Content-Type', content.type);
}

/**
 * The headers as they are sent, without Node's way of setting them one by one, which costs as much as all else of a
 * 304.
 */
function linesOf(headers: AnswerHeaders): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return lines;
}

/**
 * Runs `answer` when the caller is sure to receive it, and throws away what is still to come of the body. A caller that
 * is still sending when the connection closes would lose the answer, so that the last one on a connection waits for the
 * end of the body. A caller that waits for an invitation to send is answered at once, and the connection closes: nobody
 * could tell whether what comes next is the body.
 */
function whenHeard(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  if (request.complete) {
    answer();
  } else if (request instanceof WholeRequest && request.awaitsInvitation) {
    response.shouldKeepAlive = false;
    answer();
  } else if (response.shouldKeepAlive) {
    drop(request, nothing);
    answer();
  } else {
    drop(request, answer);
  }
}

/** Throws the rest of a body away. */
function drop(request: IncomingMessage, end: () => void): void {
  if (request instanceof WholeRequest && request.divert({ take: nothing, end, fail: nothing })) return;
  request.once('end', end);
  request.resume();
}

function nothing(): void {
  // There is nobody who wants to know.
}
