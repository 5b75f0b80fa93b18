import { assertSecureUrl } from '../keys/assert-secure-url';
import { UpstreamError } from '../keys/upstream-error';

/** Longest wait for a whole answer. Milliseconds. Source: contract/authentication.md 5.4. */
const TIMEOUT_MS = 5_000;

/** Largest answer that is read. Bytes. */
const MAX_BYTES = 1024 * 1024;

/** What is asked of a provider. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form, which is posted; without one the answer is got. */
  readonly form?: URLSearchParams;
}

/** What a provider answers, with whatever status but that of a redirect. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Asks a provider: over HTTPS unless it is on this machine, for five seconds at the most, for no more than a mebibyte,
 * and nobody else whom it may point at. Source: contract/authentication.md 5.4, 13.2 #20.
 *
 * @throws UpstreamError if there is no such answer; it holds nothing of what was sent.
 */
export async function askProvider({ url, headers = {}, form }: ProviderRequest): Promise<ProviderAnswer> {
  assertSecureUrl(url);
  try {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { Accept: 'application/json', 'User-Agent': 'pennon', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form !== undefined && { body: form }),
    });
    const { status } = response;
    if (status >= 300 && status < 400) throw upstreamError(url, 'redirects elsewhere');
    return { status, headers: response.headers, body: await textOf(url, response) };
  } catch (error) {
    throw error instanceof UpstreamError ? error : upstreamError(url, reasonOf(error));
  }
}

/** What is wrong with a provider, for the log; without the query of the URL, in which there may be secrets. */
export function upstreamError({ origin, pathname }: URL, reason: string): UpstreamError {
  return new UpstreamError(`${origin}${pathname} ${reason}`);
}

/** @throws UpstreamError if the body is not JSON; what it is instead may be a secret. */
export function parseJson(url: URL, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw upstreamError(url, 'does not answer JSON');
  }
}

async function textOf(url: URL, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) throw upstreamError(url, `answers more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Without the text of the error, which may hold what was sent. */
function reasonOf(error: unknown): string {
  if (memberOf(error, 'name') === 'TimeoutError') return `does not answer within ${TIMEOUT_MS} ms`;
  const code = memberOf(memberOf(error, 'cause'), 'code');
  return typeof code === 'string' ? `cannot be asked (${code})` : 'cannot be asked';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
