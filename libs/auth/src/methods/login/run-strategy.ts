import { type Strategy } from 'passport';

/** What a strategy of passport decided. */
export type StrategyOutcome =
  | { readonly kind: 'success'; readonly user: unknown }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'fail' };

/** What strategies read of a request. */
export type StrategyQuery = Readonly<Record<string, string>>;

/** What passport gives a strategy to end with. */
interface Endings {
  success(user: unknown): void;
  fail(): void;
  redirect(url: string): void;
  pass(): void;
  error(error: unknown): void;
}

/** A strategy that can end. */
interface Runnable extends Endings {
  authenticate(request: object, options: object): void;
}

/**
 * Runs a strategy of passport without Express: it reads a query, and its decision is returned.
 *
 * Rejects with what the strategy calls an error.
 */
export async function runStrategy(
  strategy: Strategy,
  query: StrategyQuery,
  options: object = {},
): Promise<StrategyOutcome> {
  return new Promise((resolve, reject) => {
    const endings: Endings = {
      success(user) {
        resolve({ kind: 'success', user });
      },
      fail() {
        resolve({ kind: 'fail' });
      },
      redirect(url) {
        resolve({ kind: 'redirect', url });
      },
      pass() {
        resolve({ kind: 'fail' });
      },
      error(error) {
        reject(error instanceof Error ? error : new Error('the strategy failed'));
      },
    };
    // As passport does it: the strategy itself stays as it is.
    const runnable = Object.assign(Object.create(strategy) as Runnable, endings);
    runnable.authenticate({ query }, options);
  });
}
