import { setTimeout as delay } from 'node:timers/promises';
import { isContention, isDemoted, isRowConflict } from '../driver-errors';

/** The longest wait before the second attempt, and before any, in milliseconds. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

/**
 * Most attempts that end in a conflict over a row. The other's row is committed when it shows, so the next attempt
 * finds it; a conflict that stays is no matter of time.
 */
const MAX_ROW_CONFLICTS = 3;

/**
 * Runs `attempt`, again and again while it fails because of another transaction, or because the server takes no writes,
 * which then may be another one's part; rejects as the last one did.
 *
 * Waits are random, so that those who met do not meet again, and longer from one to the next.
 *
 * @param patience How long to go on, in milliseconds; an attempt that has begun is not cut off. What met a row is run
 *   again even if it was over by then.
 */
export async function retried<T>(attempt: () => Promise<T>, patience: number): Promise<T> {
  const end = performance.now() + patience;
  let rowConflicts = 0;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      const isOverRow = isRowConflict(error);
      if (!isOverRow && !isContention(error) && !isDemoted(error)) throw error;
      const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
      const wait = Math.random() * longest;
      // A row that was taken meanwhile is to be refused in its own words, however long the attempt had to wait for it.
      const isGivenUp = isOverRow ? ++rowConflicts >= MAX_ROW_CONFLICTS : performance.now() + wait > end;
      if (isGivenUp) throw error;
      await delay(wait);
    }
  }
}
