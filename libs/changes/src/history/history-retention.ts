import type { HistoryConfig } from '@pennon/config';
import { MICROS_PER_MILLISECOND, type Clock, type OperationLock } from '@pennon/domain';
import { PruningJob } from '@pennon/platform';
import type { UnitOfWork } from '@pennon/storage';

/** Most revisions that one transaction deletes: others wait for it. */
const BATCH_SIZE = 500;

/** What deleting works on. */
export interface HistoryRetentionPorts {
  readonly unitOfWork: UnitOfWork;
  readonly lock: OperationLock;
  readonly clock: Clock;
}

/**
 * Deletes revisions that are too old, the earliest of too many, and changes that are done with and too old. Revisions
 * since the base of a change that waits stay: it is compared with them. Of many instances one does it at a time.
 */
export class HistoryRetention extends PruningJob {
  constructor(config: HistoryConfig, ports: HistoryRetentionPorts) {
    super(ports.lock, {
      operation: 'history_retention',
      context: 'history',
      noun: 'old revisions and changes',
      deleteBatch: () => deleteBatch(config, ports),
    });
  }
}

async function deleteBatch(
  { retention, maxRevisions }: HistoryConfig,
  { unitOfWork, clock }: HistoryRetentionPorts,
): Promise<number> {
  const expiry = clock.now() - retention * MICROS_PER_MILLISECOND;
  return unitOfWork.write(async ({ history, changeRequests }) => {
    const needed = await changeRequests.earliestBases();
    const beyond = maxRevisions === 0 ? 0 : await history.deleteBeyond(maxRevisions, BATCH_SIZE, needed);
    if (beyond > 0 || retention === 0) return beyond;
    const older = await history.deleteOlder(expiry, BATCH_SIZE, needed);
    return older > 0 ? older : changeRequests.deleteEnded(expiry, BATCH_SIZE);
  });
}
