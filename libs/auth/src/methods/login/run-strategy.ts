import { type Strategy } from 'passport';

/** What a strategy of passport decided. */
export type StrategyOutcome =
  | { readonly kind: 'success'; readonly user: unknown }
  | { readonly kind: 'redirect'; readonly url: string }
  /** The reason is whatever the strategy gave, undefined if it gave none. */
  | { readonly kind: 'fail'; readonly reason: unknown };

/** What passport gives a strategy to end with. */
interface Endings {
  success(user: unknown): void;
  fail(reason?: unknown): void;
  redirect(url: string): void;
  pass(): void;
  error(error: unknown): void;
}

/** A strategy that can end. */
interface Runnable extends Endings {
  authenticate(request: object, options: object): void;
}

/**
 * Runs a strategy of passport without Express, and returns its decision.
 *
 * Rejects with what the strategy calls an error.
 *
 * @param request What the strategy reads of a request, such as its query.
 */
export async function runStrategy(
  strategy: Strategy,
  request: object,
  options: object = {},
): Promise<StrategyOutcome> {
  return new Promise((resolve, reject) => {
    const endings: Endings = {
      success(user) {
        resolve({ kind: 'success', user });
      },
      fail(reason) {
        resolve({ kind: 'fail', reason });
      },
      redirect(url) {
        resolve({ kind: 'redirect', url });
      },
      pass() {
        resolve({ kind: 'fail', reason: undefined });
      },
      error(error) {
        reject(error instanceof Error ? error : new Error('the strategy failed'));
      },
    };
    // As passport does it: the strategy itself stays as it is.
    const runnable = Object.assign(Object.create(strategy) as Runnable, endings);
    runnable.authenticate(request, options);
  });
}
