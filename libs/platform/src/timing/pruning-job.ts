import { Logger } from '@nestjs/common';
import type { OperationLock } from '@pennon/domain';
import { LeasedJob, waitAfterFailures } from './repeated-job';

/** Pause between two searches for what is too old, in milliseconds. */
const INTERVAL_MS = 600_000;

/** What is to be deleted, and how logs call it. */
export interface PruningPlan {
  /** Name of the job, by which instances know that it is the same. */
  readonly operation: string;
  /** Context of the log lines. */
  readonly context: string;
  /** For log lines: `old events`. */
  readonly noun: string;
  /** Deletes some of what is to go, in one transaction, and returns how many. 0 when there is no more. */
  readonly deleteBatch: () => Promise<number>;
}

/** Deletes what is too old, batch by batch. Of many instances one does it at a time. */
export class PruningJob extends LeasedJob {
  private readonly logger: Logger;

  constructor(
    lock: OperationLock,
    private readonly pruning: PruningPlan,
  ) {
    super(lock, {
      operation: pruning.operation,
      interval: INTERVAL_MS,
      work: (signal) => this.work(signal),
      onFailure: (err, failures) => this.waitAfter(err, failures),
    });
    this.logger = new Logger(pruning.context);
  }

  /** Deletes all that is to go, and returns how many. @throws UnavailableError if the database cannot be used now. */
  async prune(signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    for (;;) {
      const batch = await this.pruning.deleteBatch();
      deleted += batch;
      if (batch === 0 || signal?.aborted === true) return deleted;
    }
  }

  private async work(signal: AbortSignal): Promise<void> {
    const deleted = await this.prune(signal);
    if (deleted > 0) this.logger.log({ deleted }, `${this.pruning.noun} deleted`);
  }

  private waitAfter(err: unknown, failures: number): number {
    const wait = waitAfterFailures(failures);
    this.logger.error({ err, retryInMs: Math.round(wait) }, `${this.pruning.noun} could not be deleted`);
    return wait;
  }
}
