import { Logger } from '@nestjs/common';
import { type AuditConfig } from '@pennon/config';
import { MICROS_PER_MILLISECOND, type Clock, type OperationLock } from '@pennon/domain';
import { type UnitOfWork } from '@pennon/storage';
import { LeasedJob, waitAfterFailures } from '@pennon/platform';

/** How often it is looked what is too old. Milliseconds. */
const INTERVAL_MS = 600_000;

/** Most events that one transaction deletes: others wait for it. */
const BATCH_SIZE = 500;

/** What deleting works on. */
export interface RetentionPorts {
  readonly unitOfWork: UnitOfWork;
  readonly lock: OperationLock;
  readonly clock: Clock;
}

/** Deletes events that are too old, and the earliest of too many. Of many instances one does it at a time. */
export class Retention extends LeasedJob {
  private readonly logger = new Logger('audit');

  /** @param sinks Names of those that events are kept for until they have taken them. */
  constructor(
    private readonly config: Pick<AuditConfig, 'retention' | 'maxEvents'>,
    private readonly sinks: readonly string[],
    private readonly ports: RetentionPorts,
  ) {
    super(ports.lock, {
      operation: 'audit_retention',
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
    if (deleted > 0) this.logger.log({ deleted }, 'old events deleted');
  }

  private waitAfter(err: unknown, failures: number): number {
    const wait = waitAfterFailures(failures);
    this.logger.error({ err, retryInMs: Math.round(wait) }, 'old events could not be deleted');
    return wait;
  }

  private async deleteBatch(): Promise<number> {
    const { retention, maxEvents } = this.config;
    const expiry = retention === 0 ? 0 : this.ports.clock.now() - retention * MICROS_PER_MILLISECOND;
    return this.ports.unitOfWork.write(async ({ audit, auditDeliveries }) => {
      const end = await audit.end();
      const beyond = await audit.deleteOldest(Number.MAX_SAFE_INTEGER, end - maxEvents, BATCH_SIZE);
      if (beyond > 0) return beyond;
      const taken = await Promise.all(this.sinks.map((sink) => auditDeliveries.positionOf(sink)));
      return audit.deleteOldest(
        expiry,
        Math.min(end, ...taken.map((position) => position ?? end)),
        BATCH_SIZE,
      );
    });
  }
}
