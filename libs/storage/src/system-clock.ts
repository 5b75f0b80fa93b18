import { Clock, type Instant, MICROS_PER_MILLISECOND, MICROS_PER_SECOND } from '@pennon/domain';

/** How far the machine's clock may be set back until this one follows it, in microseconds. */
const LONGEST_WAIT = MICROS_PER_SECOND;

/**
 * The machine's clock, in milliseconds made distinct by counting up the microseconds.
 *
 * Distinct moments give rows made in one millisecond a creation order. If the machine's clock is set back a little, as
 * time daemons do, this clock counts on until the machine has caught up. It follows a larger step at once: otherwise
 * schedules, leases and expiries would stop for as long as the step.
 */
export class SystemClock extends Clock {
  private last: Instant = 0;

  now(): Instant {
    const machine = Date.now() * MICROS_PER_MILLISECOND;
    const isSetBack = machine + LONGEST_WAIT < this.last;
    this.last = isSetBack ? machine : Math.max(this.last + 1, machine);
    return this.last;
  }
}
