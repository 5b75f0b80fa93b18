import type { EntityManager } from 'typeorm';
import { type Clock, type Instant, type LockOutcome, OperationLock } from '@pennon/domain';
import type { Database } from './database/database';
import { isUniqueConflict } from './database/driver-errors';
import { databaseTime } from './clocks';
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

/** A turn that this instance has taken. */
interface OwnTurn {
  readonly lease: OperationLease;
  /** As the caller was told. */
  readonly nextTurnAt: Instant;
}

/**
 * Turns of jobs, kept in the database.
 *
 * A turn is looked at in one transaction and taken in another. Of those who saw the same one, the database lets one
 * through, whatever it isolates: the first turn by its primary key, every later one by its version. So nothing here
 * relies on serial writes, a failed insert spoils no transaction that goes on, and an instance that finds the turn
 * taken never waits among the writes.
 *
 * Turns are timed by the clock of the database, so that the clocks of hosts may differ. Callers are told moments of
 * their own clock.
 */
export class DatabaseOperationLock extends OperationLock {
  private readonly own = new Map<string, OwnTurn>();

  /** @param clock Of this host. */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly time = databaseTime,
  ) {
    super();
  }

  async tryAcquire(operation: string, interval: number): Promise<LockOutcome> {
    const { last, now, host } = await this.look(operation);
    const ahead = host - now;
    if (last !== undefined && isTaken(last, now, interval)) {
      return { isAcquired: false, nextTurnAt: last.acquiredUntil + ahead };
    }
    const version = (last?.version ?? 0) + 1;
    const lease = { operation, version, lastAcquiredAt: now, acquiredUntil: now + interval };
    if (await this.take(lease)) {
      const nextTurnAt = lease.acquiredUntil + ahead;
      this.own.set(operation, { lease, nextTurnAt });
      return { isAcquired: true, nextTurnAt };
    }
    const { acquiredUntil } = (await this.look(operation)).last ?? lease;
    return { isAcquired: false, nextTurnAt: acquiredUntil + ahead };
  }

  async release(operation: string, nextTurnAt: Instant): Promise<void> {
    const own = this.own.get(operation);
    if (own?.nextTurnAt !== nextTurnAt) return;
    this.own.delete(operation);
    const { last, now } = await this.look(operation);
    if (last?.version !== own.lease.version || last.acquiredUntil <= now) return;
    await this.take({ ...last, version: last.version + 1, acquiredUntil: now });
  }

  /** The turn that was taken last, with the time of the database and of this host. */
  private async look(
    operation: string,
  ): Promise<{ readonly last: OperationLease | undefined; readonly now: Instant; readonly host: Instant }> {
    return this.database.read(async (manager) => {
      const last = await new OperationLockStore(manager).find(operation);
      const host = this.clock.wall();
      return { last, now: await this.time(manager, host), host };
    });
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

/**
 * True while the turn lasts. One that would last longer than a whole interval from now was taken before the clock was
 * set back, and is over: waiting for it would stop the job for as long as the clock was ahead.
 */
function isTaken({ acquiredUntil, lastAcquiredAt }: OperationLease, now: Instant, interval: number): boolean {
  const longest = Math.max(interval, acquiredUntil - lastAcquiredAt);
  return acquiredUntil > now && acquiredUntil - now <= longest;
}
