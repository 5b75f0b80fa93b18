import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { AnalyticsConfig } from '@pennon/config';
import {
  type Clock,
  type EvaluationCountSink,
  MICROS_PER_MILLISECOND,
  MICROS_PER_MINUTE,
} from '@pennon/domain';
import { type Series, RepeatedJob } from '@pennon/platform';
import { Flush } from './flush';
import { WaitingCounts } from './waiting-counts';

/** Begins every minute of the counting, as exactly as timers are, and however long a flush takes. */
class Minutes extends RepeatedJob {
  constructor(waiting: WaitingCounts, clock: Clock) {
    super(() => {
      waiting.seal();
      const left = MICROS_PER_MINUTE - (clock.now() % MICROS_PER_MINUTE);
      // A whole millisecond later rather than a fraction of one too early.
      return Promise.resolve(Math.floor(left / MICROS_PER_MILLISECOND) + 1);
    });
  }
}

/** What there is to tell of the counting by this process. */
function countingSeries(
  waiting: Pick<WaitingCounts, 'size' | 'dropped'>,
  flush: Pick<Flush, 'failed' | 'refused'>,
): readonly Series[] {
  return [
    {
      name: 'pennon_analytics_waiting_counters',
      help: 'Counters of evaluations in memory that wait to be written.',
      type: 'gauge',
      collect: () => [{ labels: {}, value: waiting.size }],
    },
    {
      name: 'pennon_analytics_dropped_total',
      help: 'Evaluations that are not counted: too many counters waited, or the writer has refused them for good.',
      type: 'counter',
      collect: () => [{ labels: {}, value: waiting.dropped + flush.refused }],
    },
    {
      name: 'pennon_analytics_flush_failures_total',
      help: 'Times that counts of evaluations could not be written; they are written later.',
      type: 'counter',
      collect: () => [{ labels: {}, value: flush.failed }],
    },
  ];
}

/** The counting of evaluations as long as the app runs. */
export class Counting implements OnApplicationBootstrap, OnModuleDestroy {
  readonly counter: WaitingCounts;
  readonly series: readonly Series[];
  private readonly minutes: Minutes;
  private readonly flush: Flush;

  /** @param sink Takes what was counted. */
  constructor(
    { maxCounters, flushPeriod }: AnalyticsConfig['buffer'],
    sink: EvaluationCountSink,
    clock: Clock,
  ) {
    this.counter = new WaitingCounts(maxCounters, clock);
    this.minutes = new Minutes(this.counter, clock);
    this.flush = new Flush(this.counter, sink, flushPeriod);
    this.series = countingSeries(this.counter, this.flush);
  }

  onApplicationBootstrap(): void {
    this.minutes.start();
    this.flush.start();
  }

  /** The doors are closed by now, and the sink is there until the app is no more: what was counted is written. */
  async onModuleDestroy(): Promise<void> {
    await this.minutes.stop();
    await this.flush.stop();
  }
}
