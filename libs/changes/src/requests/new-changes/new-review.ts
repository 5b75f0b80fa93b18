import { invalidField, type ChangeState, type Instant, type ReviewPolicy } from '@pennon/domain';
import type { UnitOfWork } from '@pennon/storage';
import { assertNoBypass, bypassReasonOf } from '../../commit/direct-writes';
import { assertMayHaveBase, assertTimes, FIRST_VERSION, type Asker, type NewChange } from './new-change';
import { holdsForNew } from './policy-holds';
import { marked, policyOn, type HeldMarks } from '../approvals/policy-on';
import type { ReviewedRequest } from '../approvals/reviewed-request';
import { turningOff } from './turning-off';

/** How a change that is asked for is reviewed. */
export interface NewReview {
  /** Without approvals, if it needs none. */
  readonly policy: ReviewPolicy;
  readonly held: HeldMarks;
  /** The change as it is applied at once, if it only turns flags off. */
  readonly off: NewChange | undefined;
  readonly now: Instant;
}

/** How a change that is asked for is carried out. */
export interface Course extends NewReview {
  /** Why it needs no approvals though the policy wants some; `''` for none. */
  readonly bypassReason: string;
  /** True if it waits for somebody who approves or applies it. */
  readonly isPending: boolean;
  /** True if it, or its first step, is applied at once. */
  readonly isNow: boolean;
}

/** Where a change would be, or a step of it, if it were made now. */
export interface Stand extends Pick<ReviewedRequest, 'approvalsMissing' | 'reviewersMissing'> {
  readonly state: ChangeState;
}

/**
 * How a change that is asked for is carried out.
 *
 * @throws InvalidFieldError if its times, its base or its bypass mean nothing, or it has no steps.
 * @throws PermissionDeniedError if the caller asks to pass by the review, and must not.
 */
export async function courseOf(
  unitOfWork: UnitOfWork,
  { caller }: Asker,
  change: NewChange,
): Promise<Course> {
  const { namespaceKey, steps, isProposal, baseRevision } = change;
  if (isProposal) assertNoBypass(caller, 'a change that is only proposed');
  const review = await reviewOf(unitOfWork, change);
  assertTimes(steps, review.now);
  assertMayHaveBase(steps, baseRevision);
  const [first] = steps;
  if (first === undefined) throw invalidField('source', 'must be given');
  const { policy } = review;
  const bypassReason = bypassReasonOf(policy, namespaceKey, caller);
  const isPending = isProposal || (policy.requiredApprovals > 0 && bypassReason === '');
  return { ...review, bypassReason, isPending, isNow: first.at === undefined && !isPending };
}

/** Where a step of a change would be. @param index That of the step. */
export function standOf({ policy, isPending, isNow }: Course, index: number): Stand {
  if (!isPending)
    return {
      state: isNow && index === 0 ? 'applied' : 'scheduled',
      approvalsMissing: 0,
      reviewersMissing: [],
    };
  const { requiredApprovals: approvalsMissing, requiredReviewers: reviewersMissing } = policy;
  return { state: 'pending', approvalsMissing, reviewersMissing };
}

/** How a change that is asked for is reviewed, and what the time is. */
async function reviewOf(unitOfWork: UnitOfWork, change: NewChange): Promise<NewReview> {
  const { namespaceKey } = change;
  const { policy, now } = await unitOfWork.read(async ({ reviewPolicies, time }) => ({
    policy: await reviewPolicies.of(namespaceKey),
    now: await time.now(),
  }));
  const wanted = change.steps.map((step) => step.wanted);
  const exempt = !(await holdsForNew(unitOfWork, namespaceKey, wanted, policy));
  const off = await turningOff(unitOfWork, change, policy);
  const held = { exempt, off: off !== undefined };
  const marks = marked({}, FIRST_VERSION, held);
  return { policy: policyOn({ version: FIRST_VERSION, ...marks }, policy), held, off, now };
}
