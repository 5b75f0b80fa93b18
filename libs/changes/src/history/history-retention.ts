import type { ChangesConfig, HistoryConfig } from '@pennon/config';
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

/** How much is kept. */
export type HistoryLimits = HistoryConfig & Pick<ChangesConfig, 'maxRequestKeys'>;

/**
 * Deletes revisions that are too old, the earliest of too many, and changes that are done with and too old. Revisions
 * since the base of a change that waits stay if a version before stored it: it is compared with them. Keys of requests
 * go after 24 hours, whatever the limits say. Of many instances one does it at a time.
 */
export class HistoryRetention extends PruningJob {
  constructor(limits: HistoryLimits, ports: HistoryRetentionPorts) {
    super(ports.lock, {
      operation: 'history_retention',
      context: 'history',
      noun: 'old revisions, changes and request keys',
      deleteBatch: () => deleteBatch(limits, ports),
    });
  }
}

async function deleteBatch(
  { retention, maxRevisions, maxRequestKeys }: HistoryLimits,
  { unitOfWork, clock }: HistoryRetentionPorts,
): Promise<number> {
  const expiry = clock.now() - retention * MICROS_PER_MILLISECOND;
  return unitOfWork.write(async ({ history, changeRequests, changeSeries, requestKeys, time }) => {
    const keys =
      (await requestKeys.deleteOlder(await time.now(), BATCH_SIZE)) +
      (await requestKeys.deleteBeyond(maxRequestKeys, BATCH_SIZE));
    if (keys > 0) return keys;
    const needed = await changeRequests.earliestBases();
    const beyond = maxRevisions === 0 ? 0 : await history.deleteBeyond(maxRevisions, BATCH_SIZE, needed);
    if (beyond > 0 || retention === 0) return beyond;
    const older = await history.deleteOlder(expiry, BATCH_SIZE, needed);
    if (older > 0) return older;
    const ended = await changeRequests.deleteEnded(expiry, BATCH_SIZE);
    return ended > 0 ? ended : changeSeries.deleteEmpty(expiry, BATCH_SIZE);
  });
}
