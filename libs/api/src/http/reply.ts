import { type IncomingMessage, type ServerResponse } from 'node:http';
import compression from 'compression';

/** Smaller answers are sent as they are: compressing them costs more than it saves. Bytes. */
const COMPRESSION_THRESHOLD = 1024;

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

/** Writes a whole plain-text answer. */
export function replyText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string,
): void {
  reply(request, response, status, 'text/plain; charset=utf-8', body);
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
  const write = (): void => {
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': length });
    response.end(body);
  };
  afterBody(request, () => {
    if (length < COMPRESSION_THRESHOLD) write();
    else compress(request, response, write);
  });
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
