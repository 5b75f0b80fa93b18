import { DomainError } from '@pennon/domain';
import { InvalidTokenError } from '../keys/invalid-token-error';
import { UpstreamError } from '../keys/upstream-error';
import { LoginRefusal } from './login-refusal';
import { isSetupCode, loggedCode } from './login-answer';
import { setupError, upstreamError } from './provider-client';

/** What providers say of a code that is not good, or not any more (RFC 6749, 5.2; and GitHub's own word). */
const refusals: ReadonlySet<unknown> = new Set(['invalid_grant', 'bad_verification_code']);

/** Where a code was exchanged. */
export interface ExchangePlace {
  /** Which provider it is, such as `oidc/acme`. */
  readonly provider: string;
  readonly tokenUrl: URL;
}

/**
 * What the error of a strategy means. Strategies put the provider's text into their errors, which goes no further.
 */
export function exchangeFailure({ provider, tokenUrl }: ExchangePlace, error: unknown): Error {
  const cause = memberOf(error, 'oauthError') ?? error;
  if (cause instanceof InvalidTokenError) return new LoginRefusal(provider, cause.message);
  if (cause instanceof UpstreamError || cause instanceof DomainError) return cause;
  const code = memberOf(error, 'code');
  if (typeof code === 'string') return refusedExchange({ provider, tokenUrl }, code);
  const status = memberOf(cause, 'statusCode');
  // Some refuse a client without a word of a standard.
  if (status === 401) return setupError(tokenUrl, 'answers 401');
  return upstreamError(tokenUrl, typeof status === 'number' ? `answers ${status}` : 'is not understood');
}

/** What the error code of a provider means: the code is not good, or we are not. */
export function refusedExchange({ provider, tokenUrl }: ExchangePlace, code: string): Error {
  if (refusals.has(code)) return new LoginRefusal(provider, `it refuses the code: ${code}`);
  return (isSetupCode(code) ? setupError : upstreamError)(tokenUrl, `answers ${loggedCode(code)}`);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
