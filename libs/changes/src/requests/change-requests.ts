import {
  FailedPreconditionError,
  invalidField,
  isSameRevision,
  marksOf,
  ResourceExhaustedError,
  timestampText,
  type AuditFact,
  type ChangeRequest,
  type ChangeStep,
  type Instant,
  type ReviewPolicy,
  type Revision,
} from '@pennon/domain';
import { isEmptySummary } from '@pennon/document';
import type { ChangeRequestQuery, Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass, bypassReasonOf, withReason } from '../commit/direct-writes';
import type { ChangeApplication } from '../wanted/change-application';
import { packWanted, unpackWanted } from '../wanted/wanted-state';
import { assertApproved, type Applying, type CarryOut } from './carry-out';
import { assertMay, changeLife, isNext, plannedTime } from './change-life';
import {
  advance,
  findEachReviewed,
  findReviewed,
  holdFor,
  stepsAfter,
  stepsOf,
  withReviews,
  type ReviewedRequest,
} from './held-request';
import {
  assertTimeBetween,
  assertTimes,
  basisOf,
  requestsOf,
  type Asker,
  type ChangeEdit,
  type NewChange,
} from './new-change';
import { take, type MadeByRequest } from './request-claim';
import { requestFact } from './request-facts';
import { planSteps, planStored, resultOf, wantedBefore, type ChangeResult } from './step-plans';

/** How many changes may wait. */
export interface ChangeLimits {
  /** Of one namespace. */
  readonly maxWaiting: number;
}

/** Changes that are applied at once, or wait for review or for their time. */
export class ChangeRequests {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly carryOut: CarryOut,
    private readonly limits: ChangeLimits,
  ) {}

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    this.application.assertWritable();
  }

  /**
   * What a change would do now, and each step of a series after the one before it; conflicts and errors are told.
   *
   * @throws InvalidArgumentError if no plan can be made for it, or its times mean nothing.
   */
  async look({ caller, rights }: Asker, change: NewChange): Promise<ChangeResult> {
    const { namespaceKey, steps, isProposal } = change;
    const { policy, now } = await this.policyNow(namespaceKey);
    assertTimes(steps, now);
    const isFree = policy.requiredApprovals === 0 || bypassReasonOf(policy, namespaceKey, caller) !== '';
    const isNow = steps.length === 1 && steps[0]?.at === undefined && !isProposal && isFree;
    const reports = await planSteps(this.application, steps, { rights, ...basisOf(change, isNow) });
    return resultOf(reports.map((report) => ({ found: undefined, report })));
  }

  /**
   * Applies a change at once if nothing speaks against it, and has it wait otherwise. A change without effect does
   * not wait, unless it is to be proposed, or has a time.
   *
   * @throws InvalidArgumentError, NotFoundError, ConflictError and PermissionDeniedError as
   *   {@link ChangeApplication.apply} does; then nothing is changed.
   * @throws ResourceExhaustedError if too many changes wait already.
   */
  async create(asker: Asker, change: NewChange): Promise<ChangeResult> {
    const { namespaceKey, steps, origin, isProposal } = change;
    const { caller, rights, claim } = asker;
    this.application.assertWritable();
    if (isProposal) assertNoBypass(caller, 'a change that is only proposed');
    const { policy, now } = await this.policyNow(namespaceKey);
    assertTimes(steps, now);
    const bypassReason = bypassReasonOf(policy, namespaceKey, caller);
    const isPending = isProposal || (policy.requiredApprovals > 0 && bypassReason === '');
    const [first] = steps;
    if (first === undefined) throw invalidField('source', 'must be given');
    const isNow = first.at === undefined && !isPending;
    if (steps.length === 1 && isNow) {
      const { message } = change;
      // Not reviewed, so that it is refused if the policy has changed meanwhile.
      const note = { origin, message, ...(bypassReason !== '' && { isReviewed: true, bypassReason }) };
      const begin = async (stores: Stores): Promise<void> =>
        take(stores, claim, { revision: claim && (await stores.namespaces.revisionOf(namespaceKey)) });
      const report = await this.application.apply(first.wanted, {
        ...{ caller, rights, ...basisOf(change, true), note, begin },
      });
      if (isEmptySummary(report.summary)) await this.takeForNothing(asker);
      return { found: undefined, report };
    }
    const { baseRevision } = basisOf(change, false);
    const reports = await planSteps(this.application, steps, { rights, baseRevision, isBinding: true });
    const [report] = reports;
    if (steps.length === 1 && first.at === undefined && report && isEmptySummary(report.summary)) {
      await this.takeForNothing(asker);
      return { found: undefined, report };
    }
    const message =
      policy.requiredApprovals > 0 ? change.message : withReason(change.message, caller.bypassReason);
    const based = { ...change, message, baseRevision: await this.withMark(namespaceKey, baseRevision) };
    const requests = await requestsOf(asker, based, { isPending, bypassReason }, now);
    const waiting = requests.length - (isNow ? 1 : 0);
    const store = async (stores: Stores): Promise<void> => {
      await this.assertRoom(stores, namespaceKey, waiting);
      await this.store(stores, asker, requests);
    };
    const [request] = requests;
    if (request !== undefined && isNow) {
      reports[0] = await this.carryOut.apply(request, { caller, claim, bypassReason, before: store });
    } else {
      await this.unitOfWork.write(async (stores) => {
        await take(stores, claim, { changeId: request?.id });
        await store(stores);
      });
    }
    const ids = requests.map(({ id }) => id);
    const stored = await this.unitOfWork.read((stores) => findEachReviewed(stores, namespaceKey, ids));
    return resultOf(stored.map((found, index) => ({ found, report: reports[index] })));
  }

  /** What a call came to that was made before, with its change as it is now. @throws NotFoundError if that is gone. */
  async again({ caller }: Asker, namespaceKey: string, made: MadeByRequest): Promise<ChangeResult> {
    const found = made.changeId === undefined ? undefined : await this.get(namespaceKey, made.changeId);
    const revision = found === undefined ? made.revision : found.request.revision;
    if (revision !== undefined) caller.tellRevision(revision);
    return found === undefined ? { found, report: undefined, revision } : this.preview(found);
  }

  /** A change with its reviews. @throws NotFoundError if there is none such. */
  async get(namespaceKey: string, id: string): Promise<ReviewedRequest> {
    return this.unitOfWork.read((stores) => findReviewed(stores, namespaceKey, id));
  }

  /** Changes, the latest first, with the beginning of their texts. */
  async list(query: ChangeRequestQuery): Promise<readonly ReviewedRequest<ChangeStep>[]> {
    return this.unitOfWork.read(async (stores) =>
      withReviews(stores, query.namespaceKey, await stores.changeRequests.list(query), 'cut'),
    );
  }

  /** What a change would do now, and the steps after it, or why no plan can be made for them. */
  async preview(found: ReviewedRequest): Promise<ChangeResult> {
    return planStored(this.unitOfWork, this.application, found);
  }

  /**
   * Edits a change that waits, or is in conflict: then it waits again, for a new time or for somebody who applies it.
   * An edit applies nothing. What is not given, or is as before, stays. Another content, another base and an earlier
   * time make approvals void; another content and base those of later steps, too. Whoever edits it gives up an approval
   * of their own. A later time moves the times of later steps.
   *
   * @throws FailedPreconditionError if it is done with; others as {@link create}.
   */
  async update(asker: Asker, namespaceKey: string, id: string, edit: ChangeEdit): Promise<ChangeResult> {
    const { wanted } = edit;
    this.application.assertWritable();
    const found = await this.get(namespaceKey, id);
    assertMay('edit', found.request);
    const baseRevision = await this.withMark(namespaceKey, edit.baseRevision);
    const base = baseRevision ?? found.request.baseRevision;
    const isOther = wanted !== undefined || baseRevision !== undefined;
    if (isOther) {
      const after = await wantedBefore(this.unitOfWork, found.request);
      const options = { rights: asker.rights, baseRevision: base, isBinding: true, after };
      await this.application.preview(wanted ?? (await unpackWanted(found.request.content)), options);
    }
    const content = wanted && (await packWanted(wanted));
    await this.unitOfWork.write(async (stores) => {
      await take(stores, asker.claim, { changeId: id });
      const request = await holdFor('edit', stores, namespaceKey, id);
      // What another edit has put there meanwhile is replaced by the content of this one, whatever that was before.
      const isAsRead = request.version === found.request.version;
      await this.edit(stores, asker, request, {
        ...edit,
        baseRevision: isSameRevision(baseRevision, request.baseRevision) ? undefined : baseRevision,
        content: isAsRead && content === found.request.content ? undefined : content,
      });
    });
    return this.preview(await this.get(namespaceKey, id));
  }

  /**
   * Applies a change that waits, now. If it cannot be applied, nothing is changed.
   *
   * @throws FailedPreconditionError if it lacks approvals or is approved for a later time, if the step before it was
   *   not applied, or if it is done with.
   * @throws ConflictError if something that it touches was changed since its base.
   */
  async apply({ caller, claim }: Asker, namespaceKey: string, id: string): Promise<ChangeResult> {
    this.application.assertWritable();
    const { request, policy, isLate } = await this.unitOfWork.read(async (stores) => {
      const { request } = await findReviewed(stores, namespaceKey, id);
      assertMay('apply', request);
      const steps = await stepsOf(stores, request);
      if (!isNext(request, steps))
        throw new FailedPreconditionError(`step ${request.step - 1} comes first, and was not applied`, {
          info: { reason: 'STEP_TOO_EARLY' },
        });
      const policy = await stores.reviewPolicies.of(namespaceKey);
      if (caller.bypassReason === '') await assertApproved(stores, request);
      return { request, policy, isLate: plannedTime(request, steps) <= (await stores.time.now()) };
    });
    const ownReason = bypassReasonOf(policy, namespaceKey, caller);
    const bypassReason = ownReason || request.bypassReason;
    // Whoever passed by the review did so for that time.
    if (policy.requiredApprovals > 0 && ownReason === '' && !isLate)
      throw new FailedPreconditionError(
        `the change is approved for ${timestampText(request.dueAt ?? request.plannedAt ?? 0)}: ` +
          'edit its time, and have that approved',
      );
    const message =
      policy.requiredApprovals > 0 ? request.message : withReason(request.message, caller.bypassReason);
    return this.applyNow({ ...request, message }, { caller, claim, bypassReason });
  }

  /** Gives up a change that waits, and the steps after it. @throws FailedPreconditionError if it is done with. */
  async cancel(
    { caller, claim }: Asker,
    namespaceKey: string,
    id: string,
    reason: string,
  ): Promise<ChangeResult> {
    this.application.assertWritable();
    assertNoBypass(caller, 'a cancellation');
    await this.unitOfWork.write(async (stores) => {
      await take(stores, claim, { changeId: id });
      const request = await holdFor('cancel', stores, namespaceKey, id);
      await this.carryOut.giveUp('cancel', stores, request, reason, caller.origin);
    });
    return { found: await this.get(namespaceKey, id), report: undefined };
  }

  /** Applies a change for a person. */
  async applyNow(request: ChangeRequest, applying: Applying): Promise<ChangeResult> {
    const report = await this.carryOut.apply(request, applying);
    return { found: await this.get(request.namespaceKey, request.id), report };
  }

  private async edit(
    stores: Stores,
    asker: Asker,
    request: ChangeStep,
    { message, baseRevision, at, content }: ChangeEdit & { readonly content: string | undefined },
  ): Promise<void> {
    const { changeRequests, reviewPolicies, time } = stores;
    const { namespaceKey } = request;
    const now = await time.now();
    const policy = await reviewPolicies.of(namespaceKey);
    const steps = await stepsOf(stores, request);
    if (at !== undefined) assertTimeBetween(at, request, steps, now);
    const delay = at === undefined ? 0 : at - plannedTime(request, steps);
    const isOther = content !== undefined || baseRevision !== undefined;
    const isNews = isOther || delay !== 0 || (message ?? request.message) !== request.message;
    if (!isNews && request.state !== 'conflicted') return;
    const isVoid = isOther || delay < 0;
    const bypassReason = bypassReasonOf(policy, namespaceKey, asker.caller);
    const edited: ChangeStep = {
      ...request,
      ...(at !== undefined && { plannedAt: at, after: undefined }),
      reason: '',
      message: message ?? request.message,
      baseRevision: baseRevision ?? request.baseRevision,
      version: request.version + (isVoid ? 1 : 0),
      writers: [...new Set([...request.writers, ...marksOf(asker.caller.origin)])],
      bypassReason: isVoid || bypassReason !== '' ? bypassReason : request.bypassReason,
    };
    await changeRequests.edit(request, { ...edited, ...(content !== undefined && { content }) }, now);
    if (delay > 0) await changeRequests.postpone(request, delay);
    const all = steps.map((step) => (step.id === request.id ? edited : step));
    const result = await advance('edit', stores, edited, { steps: all, policy, now });
    if (isOther)
      await this.renew(stores, stepsAfter(request, steps), { steps: all, policy, now, bypassReason });
    await this.tell(stores, asker, [requestFact(changeLife.edit.told, result)]);
  }

  /** Makes approvals of steps void, since the step before them was edited. */
  private async renew(
    stores: Stores,
    later: readonly ChangeStep[],
    { bypassReason, ...context }: Parameters<typeof advance>[3] & { readonly bypassReason: string },
  ): Promise<void> {
    for (const step of later) {
      const renewed = { ...step, version: step.version + 1, bypassReason };
      await stores.changeRequests.edit(step, { version: renewed.version, bypassReason }, context.now);
      await advance('edit', stores, renewed, context);
    }
  }

  /** Writes down that a request was done that had nothing to change: its own transaction was undone. */
  private async takeForNothing({ claim }: Asker): Promise<void> {
    if (claim !== undefined) await this.unitOfWork.write((stores) => take(stores, claim, {}));
  }

  /** A base with its mark: what waits is based on one state, whatever becomes of its number in a failover. */
  private async withMark(namespaceKey: string, base: Revision | undefined): Promise<Revision | undefined> {
    if (base === undefined || base.mark !== undefined) return base;
    const [marked] = await this.unitOfWork.read(({ history }) =>
      history.marked(namespaceKey, [base.revision]),
    );
    return marked;
  }

  private async policyNow(namespaceKey: string): Promise<{ policy: ReviewPolicy; now: Instant }> {
    return this.unitOfWork.read(async ({ reviewPolicies, time }) => ({
      policy: await reviewPolicies.of(namespaceKey),
      now: await time.now(),
    }));
  }

  private async assertRoom(stores: Stores, namespaceKey: string, waiting: number): Promise<void> {
    const { maxWaiting } = this.limits;
    if ((await stores.changeRequests.countOpen(namespaceKey)) + waiting > maxWaiting)
      throw new ResourceExhaustedError(`no more than ${maxWaiting} changes of a namespace may wait`);
  }

  private async store(stores: Stores, asker: Asker, requests: readonly ChangeRequest[]): Promise<void> {
    await stores.changeRequests.create(requests);
    const { told } = changeLife[requests.some(({ state }) => state === 'pending') ? 'propose' : 'schedule'];
    await this.tell(
      stores,
      asker,
      requests.map((request) => requestFact(told, request)),
    );
  }

  private async tell(stores: Stores, { caller }: Asker, facts: readonly AuditFact[]): Promise<void> {
    await stores.audit.append({ origin: caller.origin, at: await stores.time.now(), facts });
  }
}
