import { Logger } from '@nestjs/common';
import {
  type Clock,
  type Instant,
  MICROS_PER_MILLISECOND,
  MICROS_PER_MINUTE,
  type OperationLock,
} from '@pennon/domain';
import type { Stores, UnitOfWork } from '@pennon/storage';
import { LeasedJob, waitAfterFailures } from '@pennon/platform';

/** How far the clock of whoever counts may be ahead of ours, in microseconds. */
const MAX_AHEAD = 5 * MICROS_PER_MINUTE;

/** Of which minutes counts are taken: of those that are not too old to be kept, and do not lie ahead. */
export interface PlausibleMinutes {
  /** The first moment at which such a minute may begin. */
  readonly from: Instant;
  /** The last one. */
  readonly to: Instant;
}

/** @param retention How long counts stay, in milliseconds. */
export function plausibleMinutes(now: Instant, retention: number): PlausibleMinutes {
  return { from: now - retention * MICROS_PER_MILLISECOND, to: now + MAX_AHEAD };
}

/** Pause between two searches for what is too old, in milliseconds. */
const INTERVAL_MS = 600_000;

/** First wait after a failure. Milliseconds. */
const FIRST_RETRY_MS = 1000;

/** What deleting works on. */
export interface RetentionPorts {
  readonly unitOfWork: UnitOfWork;
  readonly lock: OperationLock;
  readonly clock: Clock;
}

/**
 * Most sources of counts that are remembered; far more than there are readers. One that is forgotten too early may have
 * a batch counted twice.
 */
const MAX_SOURCES = 10_000;

/**
 * Deletes counts that are too old, and forgets sources that nothing is heard of. Of many instances one does it at a
 * time.
 */
export class Retention extends LeasedJob {
  private readonly logger = new Logger('analytics');

  /** @param retention How long counts stay, in milliseconds. */
  constructor(
    private readonly retention: number,
    private readonly ports: RetentionPorts,
  ) {
    super(ports.lock, {
      operation: 'analytics_retention',
      interval: INTERVAL_MS,
      work: (signal) => this.prune(signal),
      onFailure: (err, failures) => this.waitAfter(err, failures),
    });
  }

  /** Deletes all that is to go, bit by bit. @throws UnavailableError if the database cannot be used now. */
  async prune(signal?: AbortSignal): Promise<void> {
    const { clock, unitOfWork } = this.ports;
    const before = clock.now() - this.retention * MICROS_PER_MILLISECOND;
    const parts: readonly ((stores: Stores) => Promise<boolean>)[] = [
      ({ evaluationCounts }) => evaluationCounts.deleteEarliest(before),
      // What such a source has handed over last is too old to be taken again.
      ({ countSources }) => countSources.deleteSilent(before - 2 * MAX_AHEAD),
      ({ countSources }) => countSources.trim(MAX_SOURCES),
    ];
    for (const part of parts) {
      let isMore = true;
      while (isMore && signal?.aborted !== true) isMore = await unitOfWork.write(part);
    }
  }

  private waitAfter(err: unknown, failures: number): number {
    const wait = waitAfterFailures(failures, FIRST_RETRY_MS, INTERVAL_MS);
    this.logger.error({ err, retryInMs: Math.round(wait) }, 'old evaluation counts could not be deleted');
    return wait;
  }
}
