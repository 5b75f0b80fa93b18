import { MICROS_PER_MILLISECOND, MICROS_PER_MINUTE, type Instant } from '@pennon/domain';

/** How far the clock of whoever counts may be ahead of ours, in microseconds. */
export const MAX_AHEAD = 5 * MICROS_PER_MINUTE;

/** Of which minutes counts are taken: of those that are not too old to be kept, and do not lie ahead. */
export interface PlausibleMinutes {
  /** The first moment at which such a minute may begin. */
  readonly from: Instant;
  /** The last one. */
  readonly to: Instant;
}

/** @param retention How long counts stay, in milliseconds. */
export function plausibleMinutes(now: Instant, retention: number): PlausibleMinutes {
  return { from: now - retention * MICROS_PER_MILLISECOND, to: now + MAX_AHEAD };
}
