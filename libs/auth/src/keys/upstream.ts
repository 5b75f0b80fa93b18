import { messageOf } from '@pennon/domain';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import { isSecureUrl } from '@pennon/config';
import { ProxyRefusal, readText, sendRequest } from '@pennon/platform';

/** Somebody whom we must ask cannot be asked now, or answers what we cannot use. The message is for the log alone. */
export class UpstreamError extends Error {
  override readonly name: string = 'UpstreamError';
}

/** Somebody whom we must ask and this service are not set up for each other, which does not heal by itself. */
export class ProviderSetupError extends UpstreamError {
  override readonly name = 'ProviderSetupError';
}

/** Somebody whom we must ask answers what is not JSON. */
export class NotJsonError extends UpstreamError {
  constructor() {
    super('does not answer JSON');
  }
}

/** The JSON of an answer, after a byte order mark if there is one. @throws NotJsonError if it isn't JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''));
  } catch {
    throw new NotJsonError();
  }
}

/** The error of an answer that redirects. It names the target without its query, in which there may be secrets. */
export function redirectError(
  { origin, pathname, href }: URL,
  { location = '' }: IncomingHttpHeaders,
): ProviderSetupError {
  const target = location !== '' && URL.canParse(location, href) ? new URL(location, href) : undefined;
  const place = target === undefined ? 'elsewhere' : `to ${target.origin}${target.pathname}`;
  return new ProviderSetupError(`${origin}${pathname} redirects ${place}: redirects are not followed`);
}

/** Whether a status is of a redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** What a refusal of the proxy means: an outage, or a fault of the set-up, which waiting does not mend. */
export function proxyError({ origin, pathname }: URL, { status, message }: ProxyRefusal): UpstreamError {
  const isSetup = status >= 400 && status < 500;
  return new (isSetup ? ProviderSetupError : UpstreamError)(
    `${origin}${pathname} cannot be asked: ${message}`,
  );
}

/** Somebody whom we must ask answers with a status that says that there is no answer. */
export class UpstreamStatusError extends UpstreamError {
  constructor(readonly status: number) {
    super(`answered ${status}`);
  }
}

/**
 * Keys that come over a connection which others can change prove nothing: HTTPS, but for this machine.
 *
 * @throws ProviderSetupError for any other URL.
 */
export function assertSecureUrl(url: URL): void {
  if (!isSecureUrl(url))
    throw new ProviderSetupError(`${url.protocol}//${url.hostname} must be asked by https`);
}

/** How long the whole exchange may take, in milliseconds. */
const TIMEOUT_MS = 5000;

/** Largest answer that is read, in bytes: there are documents of keys of some tens of KiB. */
const MAX_BYTES = 1024 * 1024;

/**
 * Whatever there is: keys come as `application/jwk-set+json` (RFC 7517, 8.5), and a Kubernetes API server answers 406
 * to who accepts `application/json` alone.
 */
const ACCEPT = 'application/json, */*';

/** A request to a service that we must trust, such as an issuer of tokens. */
export interface JsonRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST, as JSON; without it the request is a GET. */
  readonly body?: unknown;
  /** The only certificates to trust, in PEM, of a service that no proxy stands before; undefined for any other. */
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
    if (isRedirect(statusCode)) {
      response.destroy();
      throw redirectError(request.url, response.headers);
    }
    if (statusCode < 200 || statusCode > 299) {
      response.destroy();
      throw new UpstreamStatusError(statusCode);
    }
    return readJson(await readText(response, MAX_BYTES));
  } catch (error) {
    if (error instanceof ProviderSetupError) throw error;
    if (error instanceof ProxyRefusal) throw proxyError(request.url, error);
    const { origin, pathname } = request.url;
    throw new UpstreamError(`${origin}${pathname}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The header that shows a token of a file, which is read anew each time, since clusters replace it.
 *
 * @throws UpstreamError if it can't be read.
 */
export async function credentialIn(tokenPath: string): Promise<Readonly<Record<string, string>>> {
  try {
    const token = await readFile(tokenPath, 'utf8');
    return { Authorization: `Bearer ${token.trim()}` };
  } catch (error) {
    throw new UpstreamError(`the service account token ${tokenPath} cannot be read`, { cause: error });
  }
}

async function send({ url, headers, body, ca }: JsonRequest): Promise<IncomingMessage> {
  return sendRequest({
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: ACCEPT,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    within: ca && { ca },
  });
}
