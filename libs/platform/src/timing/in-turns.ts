import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long others wait for their turn, in milliseconds, and the rest of a step. */
const LONGEST_TURN_MS = 4;

/**
 * Does the work as far as it goes in a few milliseconds, and again when others have had their turn.
 *
 * @param steps Yields when a millisecond or so of the work is done; nothing for work that is less.
 */
export async function inTurns<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const end = performance.now() + LONGEST_TURN_MS;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
    await nextTurn();
  }
}
