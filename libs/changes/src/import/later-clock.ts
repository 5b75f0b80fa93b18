import { Clock, type Instant } from '@pennon/domain';

/**
 * A clock that is past everything in a namespace: what is created goes behind what is there, also when that was created
 * by a machine whose clock is ahead.
 */
export class LaterClock extends Clock {
  /** @param last When the last thing in the namespace was created. */
  constructor(
    private readonly clock: Clock,
    private last: Instant,
  ) {
    super();
  }

  now(): Instant {
    this.last = Math.max(this.last + 1, this.clock.now());
    return this.last;
  }
}
