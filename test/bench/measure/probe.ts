import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type HttpRequest } from '../workload/requests';

/** One answer, as it came over the wire. */
export interface Probe {
  readonly status: number | undefined;
  readonly etag: string | undefined;
  /** Compressed, if it came compressed. */
  readonly body: Buffer;
}

/** Sends one request to a server. @param url Base URL. */
export async function probe(
  url: string,
  request: HttpRequest | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Probe> {
  const { method = 'GET', path = '/', body } = request ?? {};
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const json = body !== undefined ? { 'content-type': 'application/json' } : {};
    httpRequest(url + path, { method, headers: { ...headers, ...json } }, resolve)
      .once('error', reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, etag: answer.headers.etag, body: Buffer.concat(chunks) };
}
