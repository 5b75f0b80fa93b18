import {
  FailedPreconditionError,
  timestampText,
  type ChangeRequest,
  type ChangeStep,
  type Revision,
} from '@pennon/domain';
import type { ChangeRequestQuery, UnitOfWork } from '@pennon/storage';
import { assertNoBypass, bypassReasonOf, withReason } from '../../commit/direct-writes';
import type { ChangeApplication } from '../../wanted/change-application';
import { assertApproved, UnapprovedChangeError } from '../approvals/assert-approved';
import type { Applying, CarryOut } from '../applying/carry-out';
import { assertMay, isNext, plannedTime } from '../life/change-life';
import { isTooEarly } from './change-rights';
import { giveUp } from '../events/give-up';
import { holdFor } from '../events/held-request';
import type { Asker } from '../new-changes/new-change';
import { policyOn } from '../approvals/policy-on';
import { take, type MadeByRequest } from '../new-changes/request-claim';
import { findReviewed, reviewedPage, type ReviewedRequest } from '../approvals/reviewed-request';
import { stepsOf } from '../life/series-steps';
import { planStored, type ChangeResult } from './step-plans';

/** Changes that wait for review or for their time, and those that are done with. */
export class ChangeRequests {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
    private readonly carryOut: CarryOut,
  ) {}

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    this.application.assertWritable();
  }

  /** What a call came to that was made before, with its change as it is now. @throws NotFoundError if that is gone. */
  async again({ caller }: Asker, namespaceKey: string, made: MadeByRequest): Promise<ChangeResult> {
    const { changeId, revision: own } = made;
    const found = changeId === undefined ? undefined : await this.get(namespaceKey, changeId);
    // A call that had nothing to change made no revision: it is told the present one, as the first time.
    const revision =
      found === undefined ? (own ?? (await this.latest(namespaceKey))) : found.request.revision;
    if (revision !== undefined) caller.tellRevision(revision);
    if (found !== undefined) return this.preview(found);
    return { found, report: undefined, revision, isChanged: own !== undefined };
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
    const { found, policy, isReached } = await this.unitOfWork.read(async (stores) => {
      const found = await findReviewed(stores, namespaceKey, id);
      const { request } = found;
      assertMay('apply', request);
      const steps = await stepsOf(stores, request);
      if (!isNext(request, steps))
        throw new FailedPreconditionError(`step ${request.step - 1} comes first, and was not applied`, {
          info: { reason: 'STEP_TOO_EARLY' },
        });
      const policy = policyOn(request, await stores.reviewPolicies.of(namespaceKey));
      if (caller.bypassReason === '') await assertApproved(stores, request);
      return { found, policy, isReached: plannedTime(request, steps) <= (await stores.time.now()) };
    });
    const { request } = found;
    const bypassReason = bypassReasonOf(policy, namespaceKey, caller);
    if (isTooEarly(policy, isReached) && bypassReason === '') throw await this.tooEarly(found);
    const message =
      policy.requiredApprovals > 0 ? request.message : withReason(request.message, caller.bypassReason);
    return this.applyNow({ ...request, message }, { caller, claim, bypassReason });
  }

  /**
   * Why a change is not applied before its time. Whoever passed by the review did so for that time, as did those who
   * approved it, unless others have made their approvals void since.
   */
  private async tooEarly(found: ReviewedRequest): Promise<FailedPreconditionError> {
    const { found: { approvalsMissing, reviewersMissing } = found } = await this.preview(found);
    if (approvalsMissing > 0 || reviewersMissing.length > 0)
      return new UnapprovedChangeError(approvalsMissing, reviewersMissing, true);
    const { dueAt, plannedAt = 0 } = found.request;
    return new FailedPreconditionError(
      `the change is approved for ${timestampText(dueAt ?? plannedAt)}: edit its time, and have that approved`,
    );
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
      await giveUp('cancel', stores, request, reason, caller.origin);
    });
    return { found: await this.get(namespaceKey, id), report: undefined };
  }

  /** Applies a change for a person. */
  async applyNow(request: ChangeRequest, applying: Applying): Promise<ChangeResult> {
    const report = await this.carryOut.apply(request, applying);
    return { found: await this.get(request.namespaceKey, request.id), report };
  }

  private async latest(namespaceKey: string): Promise<Revision | undefined> {
    return this.unitOfWork.read(({ namespaces }) => namespaces.revisionOf(namespaceKey));
  }
}
