import { type Strategy } from 'passport';
import { exchangeFailure, type ExchangePlace } from './exchange-failure';
import { LoginRefusal } from './login-refusal';
import { runStrategy } from '../run-strategy';

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
  if (outcome.kind !== 'redirect') throw new Error('the strategy sends nobody anywhere');
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
