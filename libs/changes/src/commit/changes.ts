import {
  ReadOnlyError,
  type Change,
  type ChangeCaller,
  type ChangeSink,
  type Clock,
  type NamespaceChange,
  type Release,
  type ReviewPolicy,
  type Revision,
  type RevisionOrigin,
  type SubjectKey,
  type WrittenParts,
} from '@pennon/domain';
import { allEnded } from '@pennon/platform';
import {
  SystemClock,
  Unchanged,
  type Changed,
  type StoredRevision,
  type Stores,
  type UnitOfWork,
} from '@pennon/storage';
import { readState } from '../history/stored-states';
import { FeatureGate } from './feature-gate';
import { featureUses, type FeatureUses } from '../history/feature-uses';
import { bypassFact, bypassFor, bypassOf, NO_BYPASS, withReason, type Bypass } from './direct-writes';
import { holdsForItems } from './policy-scope';
import { Trail } from './trail';
import { hasOnlyTurnedOff } from './turned-off';

/** What a change does: to rows, and for log and history. It may run several times, each time in a new transaction. */
export type ChangeWork<T> = (stores: Stores, trail: Trail) => Promise<T>;

/** Something that must show a change before it is acknowledged, such as the snapshots of this process. */
export interface ChangeView {
  /**
   * Resolves when the change is shown, or cannot be shown now; never rejects.
   *
   * @param written What the change has written, where that is known.
   */
  show(change: NamespaceChange, written?: WrittenParts): Promise<void>;

  /**
   * Is told of a revision that is about to be committed, and then shown.
   *
   * @returns To be called when it was shown, or was not committed.
   */
  expect?(revision: Revision): () => void;
}

/** What {@link Changes} does beside the transaction. */
export interface ChangesOptions {
  /** Refuses every change; false unless given. */
  readonly readOnly?: boolean;
  /** Tells other instances, where the database does not tell them itself. */
  readonly sink?: ChangeSink | undefined;
  /** Nothing, unless given. */
  readonly views?: readonly ChangeView[];
  /** Gives the audit log and the history their moments. */
  readonly clock?: Clock;
  /** Why changes pass by the review that namespaces want, whoever asks; they do not, unless given. */
  readonly bypassReason?: string;
  /** Features that flags and segments may use; those of this version, unless given. */
  readonly featureUses?: FeatureUses;
}

/** What the history tells of a change beside who made it, and what it changed. */
export interface ChangeNote {
  readonly origin: RevisionOrigin;
  /** What the author says about it; nothing, unless given. */
  readonly message?: string;
  /** The proposed or scheduled change that is applied; none, unless given. */
  readonly changeId?: string;
  /** True for a change that was approved as the policy wants, or that only the policy decides about. */
  readonly isReviewed?: boolean;
  /** True for a change that could have waited for a review: that the policy lets direct writes pass means nothing. */
  readonly couldWait?: boolean;
  /** Why a change that counts as reviewed was not; `''` unless given. */
  readonly bypassReason?: string;
  /** What is particular about its review; nothing, unless given. */
  readonly review?: NotedReview;
  /** The revision that it puts back; undefined for none. */
  readonly reverts?: Revision | undefined;
}

/** How a change is reviewed that is not reviewed as every other. */
export interface NotedReview {
  /** True if it needs no approvals, by what it has done at its end. Asked if it would need some. */
  readonly isFree: (stores: Stores, policy: ReviewPolicy, trail: Trail) => Promise<boolean>;
  /** What its writer may do instead, for the error of one that needs approvals, as {@link bypassOf} takes it. */
  readonly advice: string;
}

/** What the history tells of a change at its end. */
interface Recorded extends ChangeNote {
  readonly release: Release | undefined;
}

const CALL_OF_THE_API: ChangeNote = { origin: 'api' };

/** The one way to change a namespace. */
export class Changes {
  private readonly sink: ChangeSink | undefined;
  private readonly views: readonly ChangeView[];
  private readonly clock: Clock;
  private readonly isReadOnly: boolean;
  private readonly bypassReason: string;
  private readonly featureUses: FeatureUses;
  private readonly features: FeatureGate;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    options: ChangesOptions = {},
  ) {
    const { readOnly = false, sink, views = [], clock = new SystemClock(), bypassReason = '' } = options;
    this.isReadOnly = readOnly;
    this.sink = sink;
    this.views = views;
    this.clock = clock;
    this.bypassReason = bypassReason;
    this.featureUses = options.featureUses ?? featureUses;
    this.features = new FeatureGate(this.featureUses);
  }

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    if (this.isReadOnly) throw new ReadOnlyError();
  }

  /**
   * Runs `work` in a write transaction that also raises the namespace's revision, and resolves when the change is
   * committed and the next evaluation sees it. What `work` takes down is written to the audit log and the history in
   * the same transaction. If `work` rejects, or takes nothing down, everything is undone and the revision stays.
   *
   * The caller is told the present revision, which an evaluation may ask for on any instance.
   *
   * @param subject The one flag or segment that `work` changes something of; whoever follows the revisions of the
   *   namespace reads no more than that. Undefined when it may change everything: then `work` tells the trail what
   *   each subject was.
   * @throws ReadOnlyError if this instance must not change anything.
   * @throws FailedPreconditionError if the namespace wants changes to be reviewed, and this one was not; or if it uses,
   *   or would use, a feature that not every instance has.
   */
  async apply<T>(
    caller: ChangeCaller,
    namespaceKey: string,
    subject: SubjectKey | undefined,
    work: ChangeWork<T>,
  ): Promise<T> {
    return (await this.change(caller, namespaceKey, subject, work)).result;
  }

  /** Does what {@link apply} does, and tells the revision and whether anything was changed. */
  async change<T>(
    caller: ChangeCaller,
    namespaceKey: string,
    subject: SubjectKey | undefined,
    work: ChangeWork<T>,
    note = CALL_OF_THE_API,
  ): Promise<Changed<T>> {
    this.assertWritable();
    const expected: (() => void)[] = [];
    try {
      return await this.carryOut(caller, namespaceKey, subject, work, note, (revision) => {
        for (const view of this.views) if (view.expect !== undefined) expected.push(view.expect(revision));
      });
    } finally {
      for (const end of expected) end();
    }
  }

  /** @param expect Is told of the revision before it is committed. */
  private async carryOut<T>(
    caller: ChangeCaller,
    namespaceKey: string,
    subject: SubjectKey | undefined,
    work: ChangeWork<T>,
    note: ChangeNote,
    expect: (revision: Revision) => void,
  ): Promise<Changed<T>> {
    let written: WrittenParts | undefined;
    const changed = await this.unitOfWork.change(namespaceKey, async (stores) => {
      const trail = new Trail(this.featureUses);
      written = undefined;
      const before = subject && (await readState(stores, namespaceKey, subject));
      const result = await work(stores, trail);
      // By now it was mostly read along with the rows.
      const raised = await stores.namespaces.raisedRevision(namespaceKey);
      const { features = [] } = raised ?? {};
      this.features.assertKnown(namespaceKey, features);
      if (trail.isEmpty) throw new Unchanged(result);
      if (subject !== undefined) trail.touch(subject, trail.actionOn(subject, before), before);
      // Asked last: what changes nothing needs no review.
      const bypass = await this.bypassOf(stores, namespaceKey, caller, note, trail);
      const used = await this.features.settle(stores, namespaceKey, features, trail);
      // A namespace that is created has no revision before.
      const revision = raised ?? (await stores.namespaces.storedRevisionOf(namespaceKey));
      if (bypass.isNeeded) trail.add(bypassFact(namespaceKey, bypass.text));
      const message = withReason(note.message ?? '', bypass.text);
      const told = { ...note, message, release: released(trail, note.reverts, bypass) };
      await this.record(stores, namespaceKey, revision, caller, told, trail);
      written = raised && trail.writtenAt(raised, used);
      if (raised !== undefined) expect(raised);
      return result;
    });
    if (changed.revision !== undefined) caller.tellRevision(changed.revision);
    if (!changed.isChanged) return changed;
    const change: Change = { kind: 'namespace', namespaceKey };
    this.sink?.publish(change);
    await allEnded(this.views.map((view) => view.show(change, written)));
    return changed;
  }

  private async bypassOf(
    stores: Stores,
    namespaceKey: string,
    caller: ChangeCaller,
    { isReviewed = false, couldWait = false, bypassReason = '', review }: ChangeNote,
    trail: Trail,
  ): Promise<Bypass> {
    if (isReviewed) return bypassReason === '' ? NO_BYPASS : bypassFor(bypassReason);
    const policy = await stores.reviewPolicies.of(namespaceKey);
    const isRestricted = policy.requiredApprovals > 0 && (policy.restrictDirectWrites || couldWait);
    if (!isRestricted || (await isFree(stores, namespaceKey, policy, trail, review)))
      return this.bypassReason === '' ? { text: caller.bypassReason, isNeeded: false } : NO_BYPASS;
    return this.bypassReason === ''
      ? bypassOf(policy, namespaceKey, caller, review?.advice)
      : bypassFor(this.bypassReason);
  }

  /** Writes down what a change has done. The audit log comes last, because others wait for its end. */
  private async record(
    stores: Stores,
    namespaceKey: string,
    stored: StoredRevision | undefined,
    { origin: author, requestId }: ChangeCaller,
    { origin, message = '', changeId, release, reverts }: Recorded,
    { facts, items, lines }: Trail,
  ): Promise<void> {
    const at = this.clock.now();
    if (stored !== undefined) {
      const { revision, markBefore } = stored;
      await stores.history.append(
        {
          ...{ namespaceKey, revision, markBefore, at, origin, author, message, requestId, changeId },
          ...{ release, lines },
        },
        items,
      );
      if (reverts !== undefined)
        await stores.history.noteRevert(namespaceKey, reverts, { revision, mark: stored.mark });
    }
    await stores.audit.append({ origin: author, at, revision: stored, facts });
  }
}

/** True for a write that needs no approvals though its namespace wants some: by what it has done. */
async function isFree(
  stores: Stores,
  namespaceKey: string,
  policy: ReviewPolicy,
  trail: Trail,
  review: NotedReview | undefined,
): Promise<boolean> {
  if (!policy.reviewsOff && (await hasOnlyTurnedOff(stores, namespaceKey, trail))) return true;
  if (!(await holdsForItems(stores, namespaceKey, policy.appliesTo, trail.items))) return true;
  return review?.isFree(stores, policy, trail) ?? false;
}

/** How a change came to be applied, with what is known of it at its end; undefined if there is nothing to tell. */
function released(
  { release, mergedRevisions: mergedOver }: Trail,
  reverts: Revision | undefined,
  { isNeeded: isBypass }: Bypass,
): Release | undefined {
  if (mergedOver.length === 0 && !isBypass && reverts === undefined) return release;
  return {
    approvedBy: [],
    ...release,
    ...(mergedOver.length > 0 && { mergedOver }),
    ...(isBypass && { isBypass }),
    ...(reverts !== undefined && { reverts }),
  };
}
