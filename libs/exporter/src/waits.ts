import { MICROS_PER_MILLISECOND } from '@pennon/domain';
import { waitAfterFailures } from '@pennon/timing';

/** Shortest wait, in milliseconds: clocks that disagree must not make instances ask without a pause. */
const MIN_WAIT_MS = 100;

/** Longest wait after a failure, in milliseconds, however rarely is exported. */
const MAX_RETRY_MS = 60_000;

/** From this failure in a row on, it is no hiccup, and waits grow beyond those for one. */
const LASTING = 6;

/** Wait after that one, in milliseconds. */
const FIRST_LASTING_MS = 4000;

/** How long to wait for a moment that is so many microseconds away, but not longer than that; in milliseconds. */
export function waitFor(microseconds: number, longestMs: number): number {
  const wait = Math.ceil(microseconds / MICROS_PER_MILLISECOND);
  return Math.max(Math.min(wait, longestMs), MIN_WAIT_MS);
}

/** How long to wait after so many failures in a row; in milliseconds. */
export function retryAfter(failures: number): number {
  if (failures < LASTING) return waitAfterFailures(failures);
  return waitAfterFailures(failures - LASTING + 1, FIRST_LASTING_MS, MAX_RETRY_MS);
}
