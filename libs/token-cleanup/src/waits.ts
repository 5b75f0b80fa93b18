import { MICROS_PER_MILLISECOND } from '@pennon/domain';

/** Shortest wait, in milliseconds: clocks that disagree must not make a pass run without a pause. */
const MIN_WAIT_MS = 100;

/** Longest wait, in milliseconds: a clock that was wrong when the turn was taken must not stop the passes for good. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** Wait after a first failure, in milliseconds. */
const FIRST_RETRY_MS = 5 * 60_000;

/** Longest wait after a failure, in milliseconds. */
const MAX_RETRY_MS = 3_600_000;

/** How long to wait for a moment that is so many microseconds away; in milliseconds. */
export function waitFor(microseconds: number): number {
  const wait = Math.ceil(microseconds / MICROS_PER_MILLISECOND);
  return Math.min(Math.max(wait, MIN_WAIT_MS), MAX_WAIT_MS);
}

/** How long to wait after so many failures in a row: twice as long each time, up to an hour; in milliseconds. */
export function waitAfterFailures(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
}
