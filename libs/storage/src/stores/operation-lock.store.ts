import { type EntityManager } from 'typeorm';
import { OperationLockEntity, type OperationTurn } from '../entities/operation-lock.entity';

/** The turn of each job that was taken last. */
export class OperationLockStore {
  constructor(private readonly manager: EntityManager) {}

  /** The turn that was taken last, or undefined when none ever was. */
  async find(operation: string): Promise<OperationTurn | undefined> {
    return (await this.manager.findOneBy(OperationLockEntity, { operation })) ?? undefined;
  }

  /** Adds the first turn of a job. It fails when there is one. */
  async create(turn: OperationTurn): Promise<void> {
    await this.manager.insert(OperationLockEntity, turn);
  }

  /** Puts a turn in the place of the one before it, and returns false when it is not the one before it any more. */
  async replace({ operation, version, lastAcquiredAt, acquiredUntil }: OperationTurn): Promise<boolean> {
    const { affected } = await this.manager.update(
      OperationLockEntity,
      { operation, version: version - 1 },
      { version, lastAcquiredAt, acquiredUntil },
    );
    return affected === 1;
  }
}
