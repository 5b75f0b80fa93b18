import type { Strategy } from 'passport';
import { DomainError } from '@pennon/domain';
import { InvalidTokenError } from '../../keys/claims';
import { UpstreamError } from '../../keys/upstream';
import { runStrategy } from './run-strategy';
import { LoginRefusal } from './login-failure';
import { isSetupCode, loggedCode } from './login-provider';
import { setupError, upstreamError } from './provider-client';

/** What providers say of a code that is not good, or not any more (RFC 6749, 5.2; and GitHub's own word). */
const refusals: ReadonlySet<unknown> = new Set(['invalid_grant', 'bad_verification_code']);

/** What to do when a provider does not take us for its client. */
const CLIENT_ADVICE =
  ': check client_id and client_secret, and whether token_endpoint_auth_method is to be set';

/** Where a code was exchanged. */
interface ExchangePlace {
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
  if (status === 401) return setupError(tokenUrl, `answers 401${CLIENT_ADVICE}`);
  return upstreamError(tokenUrl, typeof status === 'number' ? `answers ${status}` : 'is not understood');
}

/** What the error code of a provider means: the code is not good, or we are not. */
export function refusedExchange({ provider, tokenUrl }: ExchangePlace, code: string): Error {
  if (refusals.has(code)) return new LoginRefusal(provider, `it refuses the code: ${code}`);
  const advice = code === 'invalid_client' ? CLIENT_ADVICE : '';
  return (isSetupCode(code) ? setupError : upstreamError)(tokenUrl, `answers ${loggedCode(code)}${advice}`);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A strategy, and where it exchanges codes. */
export interface StrategyRun extends ExchangePlace {
  readonly strategy: Strategy;
}

/**
 * Where a strategy sends the browser to log in.
 *
 * @param state What it is to come back with.
 */
export async function redirectOf({ strategy }: StrategyRun, state: string): Promise<string> {
  const outcome = await runStrategy(strategy, { query: {} }, { state });
  if (outcome.kind !== 'redirect') throw new Error('the strategy does not redirect');
  return outcome.url;
}

/**
 * Whom a strategy finds behind a code.
 *
 * @throws LoginRefusal if nobody.
 * @throws UpstreamError if the provider cannot be asked.
 */
export async function userOf(run: StrategyRun, code: string): Promise<unknown> {
  const outcome = await runStrategy(run.strategy, { query: { code } }).catch((error: unknown) => {
    throw exchangeFailure(run, error);
  });
  if (outcome.kind !== 'success') throw new LoginRefusal(run.provider, 'its answer is not good');
  return outcome.user;
}
