import { Injectable } from '@nestjs/common';
import { type StorageConfig } from '@pennon/config';
import { ReadOnlyError } from '@pennon/domain';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { UnitOfWork, type Stores } from '@pennon/storage';

/** The one way to change a namespace. */
@Injectable()
export class Changes {
  constructor(
    private readonly config: Pick<StorageConfig, 'readOnly'>,
    private readonly unitOfWork: UnitOfWork,
    private readonly snapshots: SnapshotHolder,
  ) {}

  /**
   * Runs `work` in a write transaction that also raises the namespace's revision, and resolves when the change is
   * committed and the next evaluation sees it. Changes nothing when `work` rejects.
   *
   * @throws ReadOnlyError if this instance must not change anything.
   */
  async apply<T>(namespaceKey: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    if (this.config.readOnly) throw new ReadOnlyError();
    const result = await this.unitOfWork.write(async (stores) => {
      await stores.namespaces.raiseRevision(namespaceKey);
      return work(stores);
    });
    await this.snapshots.refresh(namespaceKey);
    return result;
  }
}
