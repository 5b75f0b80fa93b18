import { createStore } from '@/lib/store';
import { isUnreachable } from './api-error';
import { observeCalls } from './client';

/** Requests in a row without an answer after which the connection counts as lost. */
const LOST_AFTER = 3;

const lost = createStore(!navigator.onLine);
let failuresInARow = 0;
let hasMissed = !navigator.onLine;

window.addEventListener('offline', () => {
  hasMissed = true;
  lost.set(true);
});
window.addEventListener('online', () => {
  failuresInARow = 0;
  lost.set(false);
});
observeCalls(({ error, missed }) => {
  hasMissed ||= missed > 0;
  failuresInARow = isUnreachable(error) ? failuresInARow + missed : 0;
  if (failuresInARow >= LOST_AFTER) lost.set(true);
  else if (failuresInARow === 0) lost.set(false);
});

/**
 * Whether the server was ever out of reach since the page was opened, be it for the one try before the answer came:
 * files of the page may have failed to come then.
 */
export function hasBeenOutOfReach(): boolean {
  return hasMissed;
}

/** True while the server cannot be reached; it becomes false with the first answer. */
export const connectionLost = { get: lost.get, subscribe: lost.subscribe };
