import { Logger } from '@nestjs/common';
import type { HistoryConfig } from '@pennon/config';
import { MICROS_PER_MILLISECOND, type Clock, type OperationLock } from '@pennon/domain';
import { LeasedJob, waitAfterFailures } from '@pennon/platform';
import type { UnitOfWork } from '@pennon/storage';

/** How often it is looked what is too old. Milliseconds. */
const INTERVAL_MS = 600_000;

/** Most revisions that one transaction deletes: others wait for it. */
const BATCH_SIZE = 500;

/** What deleting works on. */
export interface HistoryRetentionPorts {
  readonly unitOfWork: UnitOfWork;
  readonly lock: OperationLock;
  readonly clock: Clock;
}

/**
 * Deletes revisions that are too old, the earliest of too many, and changes that are done with and too old. Of many
 * instances one does it at a time.
 */
export class HistoryRetention extends LeasedJob {
  private readonly logger = new Logger('history');

  constructor(
    private readonly config: HistoryConfig,
    private readonly ports: HistoryRetentionPorts,
  ) {
    super(ports.lock, {
      operation: 'history_retention',
      interval: INTERVAL_MS,
      work: (signal) => this.work(signal),
      onFailure: (err, failures) => this.waitAfter(err, failures),
    });
  }

  /** Deletes all that is to go, and returns how many. @throws UnavailableError if the database cannot be used now. */
  async prune(signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    for (;;) {
      const batch = await this.deleteBatch();
      deleted += batch;
      if (batch === 0 || signal?.aborted === true) return deleted;
    }
  }

  private async work(signal: AbortSignal): Promise<void> {
    const deleted = await this.prune(signal);
    if (deleted > 0) this.logger.log({ deleted }, 'old revisions and changes deleted');
  }

  private waitAfter(err: unknown, failures: number): number {
    const wait = waitAfterFailures(failures);
    this.logger.error({ err, retryInMs: Math.round(wait) }, 'old revisions could not be deleted');
    return wait;
  }

  private async deleteBatch(): Promise<number> {
    const { retention, maxRevisions } = this.config;
    const expiry = this.ports.clock.now() - retention * MICROS_PER_MILLISECOND;
    return this.ports.unitOfWork.write(async ({ history, changeRequests }) => {
      const beyond = maxRevisions === 0 ? 0 : await history.deleteBeyond(maxRevisions, BATCH_SIZE);
      if (beyond > 0 || retention === 0) return beyond;
      const older = await history.deleteOlder(expiry, BATCH_SIZE);
      return older > 0 ? older : changeRequests.deleteEnded(expiry, BATCH_SIZE);
    });
  }
}
