import { type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type AnalyticsConfig } from '@pennon/config';
import { type Clock, type EvaluationCountSink } from '@pennon/domain';
import { type Series } from '@pennon/observability';
import { countingSeries } from './counting-series';
import { Flush } from './flush';
import { Minutes } from './minutes';
import { WaitingCounts } from './waiting-counts';

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
