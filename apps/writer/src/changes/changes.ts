import { Injectable } from '@nestjs/common';
import { type StorageConfig } from '@pennon/config';
import { ReadOnlyError, type Change, type ChangeSink, type Followers } from '@pennon/domain';
import { SnapshotHolder } from '@pennon/snapshot-store';
import { UnitOfWork, type Changed, type Stores, type Subject } from '@pennon/storage';
import { noteRevision } from './write';

/** The one way to change a namespace. */
@Injectable()
export class Changes {
  /**
   * @param sink Tells other instances, where the database does not tell them itself.
   * @param followers Are to show a change before it is acknowledged; undefined where there are none.
   */
  constructor(
    private readonly config: Pick<StorageConfig, 'readOnly'>,
    private readonly unitOfWork: UnitOfWork,
    private readonly snapshots: SnapshotHolder,
    private readonly sink?: ChangeSink,
    private readonly followers?: Followers,
  ) {}

  /**
   * Runs `work` in a write transaction that also raises the namespace's revision, and resolves when the change is
   * committed and the next evaluation sees it. Changes nothing when `work` rejects.
   *
   * @param subject The one flag or segment that `work` changes something of; whoever follows the revisions of the
   *   namespace reads no more than that. Undefined when it may change everything.
   * @param work May run several times, each time in a new transaction.
   * @throws ReadOnlyError if this instance must not change anything.
   */
  async apply<T>(
    namespaceKey: string,
    subject: Subject | undefined,
    work: (stores: Stores) => Promise<T>,
  ): Promise<T> {
    return (await this.change(namespaceKey, subject, work)).result;
  }

  /** Does what {@link apply} does, and tells the revision that the change has made. */
  async change<T>(
    namespaceKey: string,
    subject: Subject | undefined,
    work: (stores: Stores) => Promise<T>,
  ): Promise<Changed<T>> {
    if (this.config.readOnly) throw new ReadOnlyError();
    const changed = await this.unitOfWork.change(namespaceKey, subject, work);
    if (changed.revision !== undefined) noteRevision(changed.revision);
    const change: Change = { kind: 'namespace', namespaceKey };
    this.sink?.publish(change);
    await Promise.all([this.snapshots.refresh(namespaceKey), this.followers?.show(change)]);
    return changed;
  }
}
