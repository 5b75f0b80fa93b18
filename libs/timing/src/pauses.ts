/** Wait after a first failure, in milliseconds. */
const FIRST_RETRY_MS = 100;

/** Longest wait after a failure, in milliseconds: how long an outage may seem to go on after its end. */
const MAX_RETRY_MS = 2000;

/** Share of a wait that is left to chance, so that instances do not keep step. */
const JITTER = 0.2;

/** A wait of at most that long, and not much shorter; in milliseconds. */
export function jittered(waitMs: number): number {
  return waitMs * (1 - JITTER * Math.random());
}

/**
 * How long to wait after so many failures in a row: twice as long each time, up to a bound; in milliseconds.
 *
 * @param firstMs Wait after the first of them.
 * @param longestMs The bound.
 */
export function waitAfterFailures(
  failures: number,
  firstMs = FIRST_RETRY_MS,
  longestMs = MAX_RETRY_MS,
): number {
  return jittered(Math.min(firstMs * 2 ** Math.max(failures - 1, 0), longestMs));
}
