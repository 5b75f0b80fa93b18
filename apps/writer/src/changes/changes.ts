import { Injectable } from '@nestjs/common';
import { originOf, tellRevision, type RpcCall } from '@pennon/api';
import { Trail } from '@pennon/audit';
import { type StorageConfig } from '@pennon/config';
import { ReadOnlyError, type Change, type ChangeSink, type Clock, type Followers } from '@pennon/domain';
import { SnapshotHolder } from '@pennon/snapshots';
import { SystemClock, UnitOfWork, Unchanged, type Changed, type Stores, type Subject } from '@pennon/storage';

/**
 * What a change needs of the call that asks for it: whose it is; and it is told the revision that the change has made.
 */
export type ChangeCall = Pick<RpcCall, 'setHeader' | 'identity' | 'clientAddress'>;

/** What a change does: to rows, and for the audit log. It may run several times, each time in a new transaction. */
export type ChangeWork<T> = (stores: Stores, trail: Trail) => Promise<T>;

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
    private readonly clock: Clock = new SystemClock(),
  ) {}

  /**
   * Runs `work` in a write transaction that also raises the namespace's revision, and resolves when the change is
   * committed and the next evaluation sees it. What `work` takes down is written to the audit log in the same
   * transaction. Changes nothing when `work` rejects, or says that there was nothing to change: then the revision
   * stays, and nobody has to read anything.
   *
   * The answer to `call` names the revision, which an evaluation may ask for wherever it goes.
   *
   * @param subject The one flag or segment that `work` changes something of; whoever follows the revisions of the
   *   namespace reads no more than that. Undefined when it may change everything.
   * @throws ReadOnlyError if this instance must not change anything.
   */
  async apply<T>(
    call: ChangeCall,
    namespaceKey: string,
    subject: Subject | undefined,
    work: ChangeWork<T>,
  ): Promise<T> {
    const changed = await this.change(call, namespaceKey, subject, async (stores, trail) => {
      const result = await work(stores, trail);
      return trail.isOfNothing ? new Unchanged(result) : result;
    });
    return changed.result;
  }

  /** Does what {@link apply} does for work that says itself whether it changes anything, and tells the revision. */
  async change<T>(
    call: ChangeCall,
    namespaceKey: string,
    subject: Subject | undefined,
    work: ChangeWork<T | Unchanged<T>>,
  ): Promise<Changed<T>> {
    if (this.config.readOnly) throw new ReadOnlyError();
    const changed = await this.unitOfWork.change(namespaceKey, subject, async (stores, revision) => {
      const trail = new Trail();
      const result = await work(stores, trail);
      if (result instanceof Unchanged) return result;
      const { facts } = trail;
      await stores.audit.append({ origin: originOf(call), at: this.clock.now(), revision, facts });
      return result;
    });
    if (changed.isChanged && changed.revision !== undefined) tellRevision(call, changed.revision);
    const change: Change = { kind: 'namespace', namespaceKey };
    this.sink?.publish(change);
    await Promise.all([this.snapshots.refresh(namespaceKey), this.followers?.show(change)]);
    return changed;
  }
}
