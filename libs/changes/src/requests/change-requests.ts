import {
  FailedPreconditionError,
  invalidField,
  ResourceExhaustedError,
  timestampText,
  type ChangeRequest,
  type ChangeStep,
  type Instant,
  type ReviewPolicy,
} from '@pennon/domain';
import { isEmptySummary } from '@pennon/document';
import type { ChangeRequestQuery, Stores, UnitOfWork } from '@pennon/storage';
import { assertNoBypass, bypassReasonOf, withReason } from '../commit/direct-writes';
import type { ChangeApplication, ChangeReport } from '../wanted/change-application';
import type { WantedState } from '../wanted/wanted-state';
import { type BasedSteps, basedSteps } from './based-steps';
import { assertApproved } from './assert-approved';
import type { Applying, CarryOut } from './carry-out';
import { isTooEarly } from './change-rights';
import { assertMay, changeLife, isNext, plannedTime } from './change-life';
import {
  findEachReviewed,
  findReviewed,
  holdFor,
  stepsOf,
  reviewedPage,
  type ReviewedRequest,
} from './held-request';
import {
  assertMayHaveBase,
  assertTimes,
  FIRST_VERSION,
  requestsOf,
  type Asker,
  type NewChange,
  type NewRequest,
} from './new-change';
import { holdsForNew } from './policy-holds';
import { type HeldMarks, marked, policyOn } from './policy-on';
import { take, type MadeByRequest } from './request-claim';
import { requestFact } from './request-facts';
import { planSteps, planStored, resultOf, type ChangeResult, type StepOptions } from './step-plans';
import { isAtOnce, turningOff } from './turning-off';

/** How many changes may wait. */
export interface ChangeLimits {
  /** Of one namespace. */
  readonly maxWaiting: number;
}

/** How a change that is asked for is reviewed. */
interface NewReview {
  /** Without approvals, if it needs none. */
  readonly policy: ReviewPolicy;
  readonly held: HeldMarks;
  /** The change as it is applied at once, if it only turns flags off. */
  readonly off: NewChange | undefined;
  readonly now: Instant;
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
    const { policy, now } = await this.reviewOf(change);
    assertTimes(steps, now);
    assertMayHaveBase(steps, change.baseRevision);
    const isFree = policy.requiredApprovals === 0 || bypassReasonOf(policy, namespaceKey, caller) !== '';
    const isNow = steps.length === 1 && steps[0]?.at === undefined && !isProposal && isFree;
    const { baseRevision, onConflict } = change;
    const author = caller.origin.actor;
    const reports = isNow
      ? await planSteps(this.application, steps, {
          ...{ author, rights, baseRevision, onConflict: onConflict ?? 'fail' },
        })
      : (await this.planned(change, { author, rights })).reports;
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
    const { namespaceKey, steps, isProposal } = change;
    const { caller } = asker;
    this.application.assertWritable();
    if (isProposal) assertNoBypass(caller, 'a change that is only proposed');
    const { policy, now, held, off } = await this.reviewOf(change);
    assertTimes(steps, now);
    assertMayHaveBase(steps, change.baseRevision);
    const [first] = steps;
    if (first === undefined) throw invalidField('source', 'must be given');
    if (off !== undefined && isAtOnce(steps)) return this.applyNew(asker, off, first.wanted, '');
    const bypassReason = bypassReasonOf(policy, namespaceKey, caller);
    const isPending = isProposal || (policy.requiredApprovals > 0 && bypassReason === '');
    const isNow = first.at === undefined && !isPending;
    if (steps.length === 1 && isNow) return this.applyNew(asker, change, first.wanted, bypassReason);
    const { based, reports } = await this.planned(change, {
      ...{ author: caller.origin.actor, rights: asker.rights, isBinding: true },
    });
    const [report] = reports;
    if (steps.length === 1 && first.at === undefined && report && isEmptySummary(report.summary)) {
      await this.takeForNothing(asker);
      return { found: undefined, report };
    }
    const message =
      policy.requiredApprovals > 0 ? change.message : withReason(change.message, caller.bypassReason);
    const requests = await requestsOf(
      asker,
      { ...change, message },
      based,
      { isPending, bypassReason, held },
      now,
    );
    const applied = await this.store(asker, requests, { isNow, bypassReason });
    if (applied !== undefined) reports[0] = applied;
    const ids = requests.map(({ request }) => request.id);
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

  /** A page of changes, with the beginning of their texts. */
  async list(query: ChangeRequestQuery): Promise<readonly ReviewedRequest<ChangeStep>[]> {
    return this.unitOfWork.read((stores) => reviewedPage(stores, query));
  }

  /** What a change would do now, and the steps after it, or why no plan can be made for them. */
  async preview(found: ReviewedRequest): Promise<ChangeResult> {
    return planStored(this.unitOfWork, this.application, found);
  }

  /**
   * Applies a change that waits, now. If it cannot be applied, nothing is changed.
   *
   * @throws FailedPreconditionError if it lacks approvals, is blocked or is approved for a later time, if the step
   *   before it was not applied, or if it is done with.
   * @throws ConflictError if something that it touches was changed since its base.
   */
  async apply({ caller, claim }: Asker, namespaceKey: string, id: string): Promise<ChangeResult> {
    this.application.assertWritable();
    const { request, policy, isReached } = await this.unitOfWork.read(async (stores) => {
      const { request } = await findReviewed(stores, namespaceKey, id);
      assertMay('apply', request);
      const steps = await stepsOf(stores, request);
      if (!isNext(request, steps))
        throw new FailedPreconditionError(`step ${request.step - 1} comes first, and was not applied`, {
          info: { reason: 'STEP_TOO_EARLY' },
        });
      const policy = policyOn(request, await stores.reviewPolicies.of(namespaceKey));
      if (caller.bypassReason === '') await assertApproved(stores, request);
      return { request, policy, isReached: plannedTime(request, steps) <= (await stores.time.now()) };
    });
    const bypassReason = bypassReasonOf(policy, namespaceKey, caller);
    // Whoever passed by the review did so for that time.
    if (isTooEarly(policy, isReached) && bypassReason === '')
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

  /** Writes down that a request was done that had nothing to change: its own transaction was undone. */
  private async takeForNothing({ claim }: Asker): Promise<void> {
    if (claim !== undefined) await this.unitOfWork.write((stores) => take(stores, claim, {}));
  }

  /** How a change that is asked for is reviewed, and what the time is. */
  private async reviewOf(change: NewChange): Promise<NewReview> {
    const { namespaceKey } = change;
    const { policy, now } = await this.unitOfWork.read(async ({ reviewPolicies, time }) => ({
      policy: await reviewPolicies.of(namespaceKey),
      now: await time.now(),
    }));
    const wanted = change.steps.map((step) => step.wanted);
    const exempt = !(await holdsForNew(this.unitOfWork, namespaceKey, wanted, policy));
    const off = await turningOff(this.unitOfWork, change, policy);
    const held = { exempt, off: off !== undefined };
    const marks = marked({}, FIRST_VERSION, held);
    return { policy: policyOn({ version: FIRST_VERSION, ...marks }, policy), held, off, now };
  }

  private async assertRoom(stores: Stores, namespaceKey: string, waiting: number): Promise<void> {
    const { maxWaiting } = this.limits;
    if ((await stores.changeRequests.countOpen(namespaceKey)) + waiting > maxWaiting)
      throw new ResourceExhaustedError(`no more than ${maxWaiting} changes of a namespace may wait`);
  }

  /**
   * Stores changes that wait.
   *
   * @param isNow True to apply the first one in the same transaction.
   * @returns What that one did.
   */
  private async store(
    asker: Asker,
    requests: readonly NewRequest[],
    { isNow, bypassReason }: { readonly isNow: boolean; readonly bypassReason: string },
  ): Promise<ChangeReport | undefined> {
    const { caller, claim } = asker;
    const [first] = requests;
    const before = async (stores: Stores): Promise<void> => this.write(stores, asker, requests, isNow);
    if (first !== undefined && isNow)
      return this.carryOut.apply(first.request, { caller, claim, bypassReason, before, state: first.based });
    await this.unitOfWork.write(async (stores) => {
      await take(stores, claim, { changeId: first?.request.id });
      await before(stores);
    });
    return undefined;
  }

  private async write(
    stores: Stores,
    { caller }: Asker,
    requests: readonly NewRequest[],
    isNow: boolean,
  ): Promise<void> {
    const [first] = requests;
    await this.assertRoom(stores, first?.request.namespaceKey ?? '', requests.length - (isNow ? 1 : 0));
    await stores.changeRequests.create(requests.map(({ request }) => request));
    for (const { request, subjects } of requests) await stores.changeSubjects.set(request.id, subjects);
    if (first !== undefined && first.request.seriesId !== '') await this.begin(stores, first.request);
    const { told } = changeLife[first?.request.state === 'pending' ? 'propose' : 'schedule'];
    const facts = requests.map(({ request }) => requestFact(told, request));
    await stores.audit.append({ origin: caller.origin, at: await stores.time.now(), facts });
  }

  /** Writes down that a series runs. */
  private async begin(
    { changeSeries }: Stores,
    { seriesId: id, namespaceKey, createdAt }: ChangeStep,
  ): Promise<void> {
    await changeSeries.create({ id, namespaceKey, state: 'running', createdAt, updatedAt: createdAt });
  }

  /** What a change that waits is based on, and what it would do. */
  private async planned(
    { namespaceKey, steps, baseRevision, onConflict = 'merge' }: NewChange,
    options: Pick<StepOptions, 'author' | 'rights' | 'isBinding'>,
  ): Promise<{ readonly based: BasedSteps; readonly reports: ChangeReport[] }> {
    const wanted = steps.map((step) => step.wanted);
    const based = await basedSteps(this.unitOfWork, namespaceKey, wanted, baseRevision);
    const basis = { baseRevision: based.revision, onConflict };
    return { based, reports: await planSteps(this.application, based.steps, { ...options, ...basis }) };
  }

  private async applyNew(
    asker: Asker,
    change: NewChange,
    wanted: WantedState,
    bypassReason: string,
  ): Promise<ChangeResult> {
    const { namespaceKey, origin, message, baseRevision, onConflict } = change;
    const { caller, rights, claim } = asker;
    // Not reviewed, so that it is refused if the policy has changed meanwhile, or holds for what others have made of
    // it.
    const note = {
      ...{ origin, message, couldWait: true },
      ...(bypassReason !== '' && { isReviewed: true, bypassReason }),
    };
    const begin = async (stores: Stores): Promise<void> =>
      take(stores, claim, { revision: claim && (await stores.namespaces.revisionOf(namespaceKey)) });
    const report = await this.application.apply(wanted, {
      ...{ caller, rights, baseRevision, onConflict: onConflict ?? 'fail', note, begin },
    });
    if (isEmptySummary(report.summary)) await this.takeForNothing(asker);
    return { found: undefined, report };
  }
}
