import { Clock, type Instant } from '@pennon/domain';
import { SOME_MOMENT } from './builders/moments';

/** A clock that stands still, but for the microsecond by which each reading has to be later than the one before. */
export class ManualClock extends Clock {
  /** @param next What the next reading is. */
  constructor(private next: Instant = SOME_MOMENT) {
    super();
  }

  now(): Instant {
    return this.next++;
  }

  /** What the next reading is, as often as it is asked: of what is run again, too. */
  override wall(): Instant {
    return this.next;
  }

  /** Makes `moment` the next reading; it must not lie before the last one. */
  set(moment: Instant): void {
    if (moment < this.next) throw new Error('a clock never goes back');
    this.next = moment;
  }

  /** Lets that many microseconds pass. */
  advance(microseconds: number): void {
    this.set(this.next + microseconds);
  }
}
