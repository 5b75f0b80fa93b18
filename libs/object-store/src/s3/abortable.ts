import { OverdueError, whenOverdue } from '@pennon/timing';

/** How long work may take, and who else may end it. */
export interface Limits {
  readonly limitMs: number;
  readonly signals: readonly AbortSignal[];
}

/**
 * Does work that can be ended: it is told by a signal, and is waited for no longer whether it listens or not.
 *
 * @throws OverdueError when it takes longer; the reason of the signal that ends it; what the work throws.
 */
export async function abortable<T>(
  { limitMs, signals }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const one of signals) one.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = whenOverdue(limitMs, () => {
    controller.abort(new OverdueError(`took longer than ${limitMs} ms`));
  });
  const end = ({ target }: Event): void => {
    controller.abort((target as AbortSignal).reason);
  };
  for (const one of signals) one.addEventListener('abort', end);
  try {
    return await Promise.race([work(signal), failureOf(signal)]);
  } catch (error) {
    // What is ended fails in ways of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    cancel();
    for (const one of signals) one.removeEventListener('abort', end);
  }
}

/** Rejects when the signal is aborted, and else stays pending. */
function failureOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
