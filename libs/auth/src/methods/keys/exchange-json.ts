import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { assertSecureUrl } from './assert-secure-url';
import { UpstreamError } from './upstream-error';

/** How long the whole exchange may take, in milliseconds. Source: contract/authentication.md 5.4, 7.4. */
const TIMEOUT_MS = 5000;

/** Largest answer that is read, in bytes: there are documents of keys of some tens of KiB. */
const MAX_BYTES = 1024 * 1024;

/** A request to a service that we must trust, such as an issuer of tokens. */
export interface JsonRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST, as JSON; without it the request is a GET. */
  readonly body?: unknown;
  /** The only certificates to trust, in PEM; undefined for those that Node trusts. */
  readonly ca?: Buffer | undefined;
}

/**
 * Sends a request and reads the JSON of its answer, whatever content type that claims to be. Redirects are not
 * followed, because what is sent is meant for that host alone.
 *
 * @throws UpstreamError if there is no such answer within five seconds.
 */
export async function exchangeJson(request: JsonRequest): Promise<unknown> {
  assertSecureUrl(request.url);
  try {
    const response = await send(request);
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) {
      response.destroy();
      throw new UpstreamError(`answered ${statusCode}`);
    }
    return JSON.parse(await textOf(response));
  } catch (error) {
    const { origin, pathname } = request.url;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpstreamError(`${origin}${pathname}: ${reason}`, { cause: error });
  }
}

async function send({ url, headers, body, ca }: JsonRequest): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method: text === undefined ? 'GET' : 'POST',
    headers: { Accept: 'application/json', ...(text !== undefined && jsonHeaders(text)), ...headers },
    // It happens every few minutes: a connection kept for the next one would be closed by then.
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const;
  const tls = { ca, minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:' ? requestByHttps(url, { ...options, ...tls }) : requestByHttp(url, options);
    request.once('response', resolve);
    // Also after the answer has begun, when the time is up.
    request.on('error', reject);
    request.end(text);
  });
}

function jsonHeaders(text: string): Readonly<Record<string, string>> {
  return { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(text)}` };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (length > MAX_BYTES) throw new UpstreamError(`the answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
