import { Logger } from '@nestjs/common';
import { type EvaluationCountSink } from '@pennon/domain';
import { jittered, RepeatedJob, waitAfterFailures } from '@pennon/timing';
import { type WaitingCounts } from './waiting-counts';

/** Most counts that are written at once: others wait for it. */
const BATCH_SIZE = 500;

/** First wait after a failure, and the longest one. Milliseconds. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1000, 60_000];

/** Writes what was counted, again and again, and once more when it is stopped. What cannot be written waits. */
export class Flush extends RepeatedJob {
  /** Attempts that have failed since the start. */
  failed = 0;
  private readonly logger = new Logger('analytics');
  private failures = 0;

  /** @param period Time between two of them, in milliseconds. */
  constructor(
    private readonly waiting: WaitingCounts,
    private readonly sink: EvaluationCountSink,
    private readonly period: number,
  ) {
    super(() => this.attempt());
  }

  /** Writes everything that was counted until now. @throws UnavailableError if the sink cannot take it now. */
  async flush(): Promise<void> {
    this.waiting.seal();
    for (;;) {
      const counts = this.waiting.take(BATCH_SIZE);
      if (counts.length === 0) return;
      let isWritten = false;
      try {
        await this.sink.add(counts);
        isWritten = true;
      } finally {
        this.waiting.settle(counts, isWritten);
      }
    }
  }

  /** Ends it; what was counted until now is written if it can be. */
  override async stop(): Promise<void> {
    await super.stop();
    await this.flush().catch((err: unknown) => {
      this.logger.error({ err, counters: this.waiting.size }, 'evaluation counts are lost');
    });
  }

  private async attempt(): Promise<number> {
    try {
      await this.flush();
      this.failures = 0;
      return jittered(this.period);
    } catch (err) {
      this.failed++;
      const wait = waitAfterFailures(++this.failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
      this.logger.warn({ err, retryInMs: Math.round(wait) }, 'evaluation counts could not be written');
      return wait;
    }
  }
}
