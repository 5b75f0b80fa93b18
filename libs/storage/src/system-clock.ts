import { Clock, type Instant } from '@pennon/domain';

/**
 * The machine's clock, in milliseconds made distinct by counting up the microseconds.
 *
 * Distinct moments give rows made in one millisecond a creation order. When the machine's clock is set back, time
 * stands almost still here until it has caught up.
 */
export class SystemClock extends Clock {
  private last: Instant = 0;

  now(): Instant {
    this.last = Math.max(this.last + 1, Date.now() * 1000);
    return this.last;
  }

  /** What the machine says, also while {@link now} waits for it to catch up. */
  override wall(): Instant {
    return Date.now() * 1000;
  }
}
