import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { type CountBatch, type EvaluationCountSink, InvalidArgumentError, messageOf } from '@pennon/domain';
import { jittered, RepeatedJob, waitAfterFailures } from '@pennon/platform';
import type { WaitingCounts } from './waiting-counts';

/** What is said of the writing of counts: each thing once, and not again while it goes on. */
class FlushLog {
  /** Why nothing can be written; undefined while it can. */
  private reason: string | undefined;
  private droppedBefore = 0;
  private isDropping = false;

  constructor(private readonly logger: Logger) {}

  /** Nothing could be written. @param waitMs Until the next attempt, in milliseconds. */
  failed(err: unknown, waitMs: number): void {
    const reason = messageOf(err);
    if (reason === this.reason) return;
    this.reason = reason;
    const retryInMs = Math.round(waitMs);
    this.logger.warn({ err, retryInMs }, 'evaluation counts could not be written and are kept');
  }

  /** Counts were written. */
  written(): void {
    if (this.reason !== undefined) this.logger.log('evaluation counts are written again');
    this.reason = undefined;
  }

  /** Counts were refused for good. */
  refused(counters: number, err: Error): void {
    this.logger.error({ err, counters }, 'evaluation counts were refused and are lost');
  }

  /** @param evaluations How many were dropped until now. */
  dropped(evaluations: number): void {
    const isDropping = evaluations > this.droppedBefore;
    if (isDropping && !this.isDropping)
      this.logger.warn(
        { evaluations },
        'evaluations are not counted any more: analytics.buffer.max_counters of them wait',
      );
    // It goes on as long as nothing can be written, also while nothing is evaluated.
    this.isDropping = isDropping || (this.isDropping && this.reason !== undefined);
    this.droppedBefore = evaluations;
  }

  /** A stop did not write everything. @param err Why; undefined if there was not the time. */
  lost(counters: number, err?: unknown): void {
    this.logger.error({ ...(err !== undefined && { err }), counters }, 'evaluation counts are lost');
  }
}

/** Most counts that are written at once: others wait for it. */
const BATCH_SIZE = 500;

/** First wait after a failure, and the longest one. Milliseconds. */
const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [1000, 60_000];

/** When a stop begins no further batch. Milliseconds. */
const LAST_FLUSH_MS = 5000;

/**
 * Writes what was counted, again and again, and once more when it is stopped. What cannot be written waits: the batch
 * as it is, because it may have been written all the same, and everything else to be merged with what is counted later.
 */
export class Flush extends RepeatedJob {
  /** Attempts that have failed since the start. */
  failed = 0;
  /** Evaluations in batches that were refused for good. */
  refused = 0;
  private readonly log = new FlushLog(new Logger('analytics'));
  private readonly source = randomUUID();
  private sequence = 0;
  /** The one whose fate is not known. */
  private batch: CountBatch | undefined;
  private failures = 0;

  /** @param period Time between two of them, in milliseconds. */
  constructor(
    private readonly waiting: WaitingCounts,
    private readonly sink: EvaluationCountSink,
    private readonly period: number,
  ) {
    super((signal) => this.attempt(signal));
  }

  /**
   * Writes everything that was counted until now, or as much as is written before the signal.
   *
   * @throws UnavailableError, or another error, if the sink cannot take it now.
   */
  async flush(signal: AbortSignal): Promise<void> {
    this.waiting.seal();
    while (!signal.aborted) {
      this.batch ??= this.nextBatch();
      if (this.batch === undefined) return;
      await this.write(this.batch);
      this.batch = undefined;
    }
  }

  /** Ends it; what was counted until now is written if it can be. */
  override async stop(): Promise<void> {
    await super.stop();
    try {
      await this.flush(AbortSignal.timeout(LAST_FLUSH_MS));
      if (this.waiting.size > 0) this.log.lost(this.waiting.size);
    } catch (err) {
      this.log.lost(this.waiting.size, err);
    }
  }

  private nextBatch(): CountBatch | undefined {
    const counts = this.waiting.take(BATCH_SIZE);
    return counts.length === 0 ? undefined : { source: this.source, sequence: ++this.sequence, counts };
  }

  /** One that is refused for good is given up: whatever comes behind it would wait for ever. */
  private async write(batch: CountBatch): Promise<void> {
    try {
      await this.sink.add(batch);
      this.log.written();
    } catch (err) {
      if (!(err instanceof InvalidArgumentError)) throw err;
      for (const { evaluations } of batch.counts) this.refused += evaluations;
      this.log.refused(batch.counts.length, err);
    }
    this.waiting.settle(batch.counts);
  }

  private async attempt(signal: AbortSignal): Promise<number> {
    const wait = await this.attemptOnce(signal);
    this.log.dropped(this.waiting.dropped);
    return wait;
  }

  private async attemptOnce(signal: AbortSignal): Promise<number> {
    try {
      await this.flush(signal);
      this.failures = 0;
      return jittered(this.period);
    } catch (err) {
      this.failed++;
      const wait = waitAfterFailures(++this.failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
      this.log.failed(err, wait);
      return wait;
    }
  }
}
