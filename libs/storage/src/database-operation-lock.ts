import type { EntityManager } from 'typeorm';
import { type Clock, type Instant, type LockOutcome, OperationLock } from '@pennon/domain';
import type { Database } from './database/database';
import { isUniqueConflict } from './database/driver-errors';
import { OperationLockEntity, type OperationLease } from './entities/deployment.entity';

/** The turn of each job that was taken last. */
class OperationLockStore {
  constructor(private readonly manager: EntityManager) {}

  /** The turn that was taken last, or undefined when none ever was. */
  async find(operation: string): Promise<OperationLease | undefined> {
    return (await this.manager.findOneBy(OperationLockEntity, { operation })) ?? undefined;
  }

  /** Adds the first turn of a job. It fails when there is one. */
  async create(turn: OperationLease): Promise<void> {
    await this.manager.insert(OperationLockEntity, turn);
  }

  /** Puts a turn in the place of the one before it, and returns false when it is not the one before it any more. */
  async replace({ operation, version, lastAcquiredAt, acquiredUntil }: OperationLease): Promise<boolean> {
    const { affected } = await this.manager.update(
      OperationLockEntity,
      { operation, version: version - 1 },
      { version, lastAcquiredAt, acquiredUntil },
    );
    return affected === 1;
  }
}

const operations = { table: 'operation_lock', column: 'operation', index: 'PRIMARY' };

/**
 * JobQueue of jobs, kept in the database.
 *
 * A turn is looked at in one transaction and taken in another. Of those who saw the same one, the database lets one
 * through, whatever it isolates: the first turn by its primary key, every later one by its version. So nothing here
 * leans on writes being serial, a failed insert spoils no transaction that goes on, and who finds the turn taken
 * never waits among the writes.
 */
export class DatabaseOperationLock extends OperationLock {
  /**
   * @param clock Of this instance. Where instances’ clocks differ, turns come earlier or later by as much; still each
   * of them is taken once.
   */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async tryAcquire(operation: string, interval: number): Promise<LockOutcome> {
    const last = await this.find(operation);
    const now = this.clock.now();
    if (last !== undefined && last.acquiredUntil > now) {
      return { isAcquired: false, nextTurnAt: last.acquiredUntil };
    }
    const version = (last?.version ?? 0) + 1;
    const turn = { operation, version, lastAcquiredAt: now, acquiredUntil: now + interval };
    const isAcquired = await this.take(turn);
    const { acquiredUntil } = isAcquired ? turn : ((await this.find(operation)) ?? turn);
    return { isAcquired, nextTurnAt: acquiredUntil };
  }

  async release(operation: string, nextTurnAt: Instant): Promise<void> {
    const last = await this.find(operation);
    const now = this.clock.now();
    if (last?.acquiredUntil !== nextTurnAt || nextTurnAt <= now) return;
    await this.take({ ...last, version: last.version + 1, acquiredUntil: now });
  }

  private async find(operation: string): Promise<OperationLease | undefined> {
    return this.database.read((manager) => new OperationLockStore(manager).find(operation));
  }

  /** Takes the turn, and returns false when another took it first. */
  private async take(turn: OperationLease): Promise<boolean> {
    try {
      return await this.database.write(async (manager) => {
        const store = new OperationLockStore(manager);
        if (turn.version > 1) return store.replace(turn);
        await store.create(turn);
        return true;
      });
    } catch (error) {
      if (isUniqueConflict(error, operations)) return false;
      throw error;
    }
  }
}
