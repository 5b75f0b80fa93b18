import { createStore } from '@/lib/store';
import { isUnreachable } from './api-error';
import { observeCalls } from './client';

/** Requests in a row without an answer after which the connection counts as lost (dashboard.md SH-7). */
const LOST_AFTER = 3;

const lost = createStore(!navigator.onLine);
let failuresInARow = 0;

window.addEventListener('offline', () => {
  lost.set(true);
});
window.addEventListener('online', () => {
  failuresInARow = 0;
  lost.set(false);
});
observeCalls(({ error, tries }) => {
  failuresInARow = isUnreachable(error) ? failuresInARow + tries : 0;
  if (failuresInARow >= LOST_AFTER) lost.set(true);
  else if (failuresInARow === 0) lost.set(false);
});

let wasLost = lost.get();
lost.subscribe(() => {
  wasLost ||= lost.get();
});

/** Whether the connection has ever been lost since the page was opened: files of it may have failed to come then. */
export function hasBeenLost(): boolean {
  return wasLost;
}

/** True while the server cannot be reached; it becomes false with the first answer. */
export const connectionLost = { get: lost.get, subscribe: lost.subscribe };
