import { type ServerResponse } from 'node:http';

/** Writes a whole JSON answer. The content type carries no charset, as clients compare it (management-api.md 1.1). */
export function replyJson(response: ServerResponse, status: number, body: string | Uint8Array): void {
  reply(response, status, 'application/json', body);
}

/** Writes a whole plain-text answer. */
export function replyText(response: ServerResponse, status: number, body: string): void {
  reply(response, status, 'text/plain; charset=utf-8', body);
}

function reply(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  // The caller may have gone, or a body may have been refused while it was still coming in.
  if (response.headersSent || response.destroyed) return;
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': length });
  response.end(body);
}
