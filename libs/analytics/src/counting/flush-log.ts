import { type Logger } from '@nestjs/common';

/** What is said of the writing of counts: each thing once, and not again while it goes on. */
export class FlushLog {
  /** Why nothing can be written; undefined while it can. */
  private reason: string | undefined;
  private droppedBefore = 0;
  private isDropping = false;

  constructor(private readonly logger: Logger) {}

  /** Nothing could be written. @param waitMs Until the next attempt, in milliseconds. */
  failed(err: unknown, waitMs: number): void {
    const reason = err instanceof Error ? err.message : String(err);
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
