import { MICROS_PER_MILLISECOND, MICROS_PER_MINUTE, type Clock } from '@pennon/domain';
import { RepeatedJob } from '@pennon/timing';
import { type WaitingCounts } from './waiting-counts';

/** Begins every minute of the counting, as exactly as timers are, and however long a flush takes. */
export class Minutes extends RepeatedJob {
  constructor(waiting: WaitingCounts, clock: Clock) {
    super(() => {
      waiting.seal();
      const left = MICROS_PER_MINUTE - (clock.now() % MICROS_PER_MINUTE);
      // A whole millisecond later rather than a fraction of one too early.
      return Promise.resolve(Math.floor(left / MICROS_PER_MILLISECOND) + 1);
    });
  }
}
