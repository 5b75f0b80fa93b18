import {
  ReadOnlyError,
  type Change,
  type ChangeCaller,
  type ChangeSink,
  type Clock,
  type NamespaceChange,
} from '@pennon/domain';
import { SystemClock } from '../system-clock';
import { Unchanged, type Changed, type Stores, type Subject, type UnitOfWork } from '../unit-of-work';
import { Trail } from './trail';

/** What a change does: to rows, and for the audit log. It may run several times, each time in a new transaction. */
export type ChangeWork<T> = (stores: Stores, trail: Trail) => Promise<T>;

/** Something that must show a change before it is acknowledged, such as the snapshots of this process. */
export interface ChangeView {
  /** Resolves when the change is shown, or cannot be shown now; never rejects. */
  show(change: NamespaceChange): Promise<void>;
}

/** What {@link Changes} does beside the transaction. */
export interface ChangesOptions {
  /** Refuses every change; false unless given. */
  readonly readOnly?: boolean;
  /** Tells other instances, where the database does not tell them itself. */
  readonly sink?: ChangeSink | undefined;
  /** Nothing, unless given. */
  readonly views?: readonly ChangeView[];
  /** Gives the audit log its moments. */
  readonly clock?: Clock;
}

/** The one way to change a namespace. */
export class Changes {
  private readonly sink: ChangeSink | undefined;
  private readonly views: readonly ChangeView[];
  private readonly clock: Clock;
  private readonly isReadOnly: boolean;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    { readOnly = false, sink, views = [], clock = new SystemClock() }: ChangesOptions = {},
  ) {
    this.isReadOnly = readOnly;
    this.sink = sink;
    this.views = views;
    this.clock = clock;
  }

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    if (this.isReadOnly) throw new ReadOnlyError();
  }

  /**
   * Runs `work` in a write transaction that also raises the namespace's revision, and resolves when the change is
   * committed and the next evaluation sees it. What `work` takes down is written to the audit log in the same
   * transaction. Changes nothing when `work` rejects, or says that there was nothing to change: then the revision
   * stays.
   *
   * The caller is told the revision, which an evaluation may ask for wherever it goes.
   *
   * @param subject The one flag or segment that `work` changes something of; whoever follows the revisions of the
   *   namespace reads no more than that. Undefined when it may change everything.
   * @throws ReadOnlyError if this instance must not change anything.
   */
  async apply<T>(
    caller: ChangeCaller,
    namespaceKey: string,
    subject: Subject | undefined,
    work: ChangeWork<T>,
  ): Promise<T> {
    const changed = await this.change(caller, namespaceKey, subject, async (stores, trail) => {
      const result = await work(stores, trail);
      return trail.isOfNothing ? new Unchanged(result) : result;
    });
    return changed.result;
  }

  /** Does what {@link apply} does for work that says itself whether it changes anything, and tells the revision. */
  async change<T>(
    caller: ChangeCaller,
    namespaceKey: string,
    subject: Subject | undefined,
    work: ChangeWork<T | Unchanged<T>>,
  ): Promise<Changed<T>> {
    this.assertWritable();
    const { origin } = caller;
    const changed = await this.unitOfWork.change(namespaceKey, subject, async (stores, revision) => {
      const trail = new Trail();
      const result = await work(stores, trail);
      if (result instanceof Unchanged) return result;
      const { facts } = trail;
      await stores.audit.append({ origin, at: this.clock.now(), revision, facts });
      return result;
    });
    if (changed.isChanged && changed.revision !== undefined) caller.tellRevision(changed.revision);
    const change: Change = { kind: 'namespace', namespaceKey };
    this.sink?.publish(change);
    await Promise.all(this.views.map((view) => view.show(change)));
    return changed;
  }
}
