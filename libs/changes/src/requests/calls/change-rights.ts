import { DomainError, type ChangeStep, type ReviewPolicy } from '@pennon/domain';
import { mayBypass } from '../../commit/direct-writes';
import { assertApprovalCounts, assertReviewer } from '../approvals/assert-may-approve';
import { mayHappen } from '../life/change-life';
import type { ReviewedRequest } from '../approvals/reviewed-request';
import type { Asker } from '../new-changes/new-change';
import { policyOn } from '../approvals/policy-on';

/** What a caller may do with a change as it is now. */
export interface ChangeRights {
  /** Approve or reject it, or ask for changes. */
  readonly review: boolean;
  /** Apply it without a reason to pass by its review. */
  readonly apply: boolean;
  readonly edit: boolean;
  readonly cancel: boolean;
  /** Apply it with such a reason, which it needs. */
  readonly bypass: boolean;
  readonly comment: boolean;
}

/** What a caller may do with the flags of a namespace, by its policy. */
export interface PolicyRights {
  /** Change all of them without approvals. */
  readonly mayWrite: boolean;
  /** Change them without the approvals that others need, with a reason. */
  readonly mayBypass: boolean;
}

/** What the caller may do by the policy of a namespace. */
export function policyRightsOf(policy: ReviewPolicy, namespaceKey: string, asker: Asker): PolicyRights {
  const isWriter = mayWrite(asker, namespaceKey);
  const isReviewed = policy.requiredApprovals > 0;
  return {
    mayWrite: isWriter && !isReviewed,
    mayBypass: isWriter && isReviewed && mayBypass(policy, namespaceKey, asker.caller),
  };
}

/** What the caller may do with a change. */
export function changeRightsOf(found: ReviewedRequest<ChangeStep>, asker: Asker): ChangeRights {
  const { request, reviews, isBlocked, isNext, isReached } = found;
  const policy = policyOn(request, found.policy);
  const isApproved = found.approvalsMissing === 0 && found.reviewersMissing.length === 0;
  const { caller } = asker;
  const isWriter = mayWrite(asker, request.namespaceKey);
  const may = (event: 'apply' | 'approve' | 'edit' | 'cancel'): boolean =>
    isWriter && mayHappen(event, request);
  const isFree = isApproved && !isBlocked && !isTooEarly(policy, isReached);
  return {
    review:
      may('approve') &&
      holds(() => {
        assertReviewer(caller, request.namespaceKey);
        assertApprovalCounts(request, reviews, caller.origin, policy);
      }),
    apply: may('apply') && isNext && isFree,
    edit: may('edit'),
    cancel: may('cancel'),
    bypass: may('apply') && isNext && !isFree && mayBypass(policy, request.namespaceKey, caller),
    comment: mayHappen('comment', request),
  };
}

/** True for a change that was approved for a later time: whoever applies it now passes by the review. */
export function isTooEarly({ requiredApprovals }: ReviewPolicy, isReached: boolean): boolean {
  return requiredApprovals > 0 && !isReached;
}

function mayWrite({ rights }: Asker, namespaceKey: string): boolean {
  return rights === undefined || rights.mayWrite(namespaceKey);
}

/** True unless a rule refuses it. */
function holds(rule: () => void): boolean {
  try {
    rule();
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
