import { type AuditConfig } from '@pennon/config';
import { MICROS_PER_MILLISECOND, type Clock, type OperationLock } from '@pennon/domain';
import { type UnitOfWork } from '@pennon/storage';
import { PruningJob } from '@pennon/platform';

/** Most events that one transaction deletes: others wait for it. */
const BATCH_SIZE = 500;

/** What deleting works on. */
export interface RetentionPorts {
  readonly unitOfWork: UnitOfWork;
  readonly lock: OperationLock;
  readonly clock: Clock;
}

/** Deletes events that are too old, and the earliest of too many. Of many instances one does it at a time. */
export class Retention extends PruningJob {
  /** @param sinks Names of those that events are kept for until they have taken them. */
  constructor(
    config: Pick<AuditConfig, 'retention' | 'maxEvents'>,
    sinks: readonly string[],
    ports: RetentionPorts,
  ) {
    super(ports.lock, {
      operation: 'audit_retention',
      context: 'audit',
      noun: 'old events',
      deleteBatch: () => deleteBatch(config, sinks, ports),
    });
  }
}

async function deleteBatch(
  { retention, maxEvents }: Pick<AuditConfig, 'retention' | 'maxEvents'>,
  sinks: readonly string[],
  { unitOfWork, clock }: RetentionPorts,
): Promise<number> {
  const expiry = retention === 0 ? 0 : clock.now() - retention * MICROS_PER_MILLISECOND;
  return unitOfWork.write(async ({ audit, auditDeliveries }) => {
    const end = await audit.end();
    const beyond = await audit.deleteOldest(Number.MAX_SAFE_INTEGER, end - maxEvents, BATCH_SIZE);
    if (beyond > 0) return beyond;
    let taken = end;
    for (const sink of sinks) taken = Math.min(taken, (await auditDeliveries.positionOf(sink)) ?? end);
    return audit.deleteOldest(expiry, taken, BATCH_SIZE);
  });
}
