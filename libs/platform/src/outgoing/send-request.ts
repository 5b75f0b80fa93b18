import { type IncomingMessage, type OutgoingHttpHeaders, request as requestByHttp } from 'node:http';
import { Agent, request as requestByHttps } from 'node:https';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { VERSION } from '../executable/executable';
import { proxyVariablesFromProcess } from '@pennon/config';
import { OutgoingAgent, proxyFor } from './outgoing-agent';

/** Who a request says that asks. GitHub refuses requests without it, and firewalls look at it. */
export const USER_AGENT = `pennon/${VERSION}`;

/** One request to another service. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | undefined;
  /** Ends the request and its answer, however far they have come. */
  readonly signal: AbortSignal;
  /**
   * For a service within the walls, which no proxy stands before: the only certificates to trust, in PEM. Unless given,
   * the environment says which proxy is used, and the certificates are those that Node trusts.
   */
  readonly within?: { readonly ca: Buffer } | undefined;
}

/** The proxy of the environment refuses to pass a request on. Nobody behind it was asked. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';

  /** @param proxy Named in the message without its user and password. */
  constructor(
    proxy: URL,
    readonly status: number,
  ) {
    const advice =
      status === 407 ? ': its user and password in HTTPS_PROXY or HTTP_PROXY are missing or wrong' : '';
    super(`the proxy ${proxy.protocol}//${proxy.host} answers ${status}${advice}`);
  }
}

const outgoing = new OutgoingAgent();
const direct = new Agent();

/**
 * Sends a request and resolves with its answer, of which only the head has come. No redirect is followed: what is sent
 * is meant for that host alone. Headers are those that are given and what HTTP requires, and a user agent that names
 * us.
 *
 * Rejects with a {@link ProxyRefusal}, or with the error of Node, whose message holds nothing of what was sent.
 */
export async function sendRequest(request: OutgoingRequest): Promise<IncomingMessage> {
  const { url, method, headers, body, signal, within } = request;
  const options = {
    method,
    signal,
    headers: {
      'User-Agent': USER_AGENT,
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
      ...headers,
    },
    agent: within === undefined ? outgoing : direct,
  };
  const tls = { ca: within?.ca, minVersion: 'TLSv1.2', rejectUnauthorized: true } as const;
  return new Promise((resolve, reject) => {
    const sent =
      url.protocol === 'https:' ? requestByHttps(url, { ...options, ...tls }) : requestByHttp(url, options);
    const proxy = within === undefined ? proxyFor(url, proxyVariablesFromProcess()) : undefined;
    let tunnel = 200;
    sent.once('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      tunnel = statusCode;
    });
    sent.once('response', (answer) => {
      // Where there is no tunnel, the answer comes from the proxy, and so does every 407.
      const refused = tunnel === 200 && answer.statusCode === 407 ? 407 : tunnel;
      if (proxy === undefined || refused === 200) {
        resolve(answer);
        return;
      }
      answer.destroy();
      reject(new ProxyRefusal(proxy, refused));
    });
    // Also after the answer has begun, when the time is up.
    sent.on('error', reject);
    sent.end(body);
  });
}

/** An answer that is longer than what is read of it. */
export class LongAnswerError extends Error {}

/**
 * The text of an answer, whether it came compressed or not. Leaving off early closes the connection.
 *
 * @throws LongAnswerError if it has more than so many bytes. Error if it breaks off.
 */
export async function readText(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const isCompressed = answer.headers['content-encoding'] === 'gzip';
  const source = isCompressed ? pipeline(answer, createGunzip(), () => undefined) : answer;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new LongAnswerError(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString();
}
