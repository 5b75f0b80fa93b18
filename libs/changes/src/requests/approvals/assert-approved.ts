import {
  FailedPreconditionError,
  reviewerText,
  type AuditOrigin,
  type ChangeReview,
  type ChangeStep,
  type RequiredReviewer,
  type ReviewPolicy,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { holdsForItems } from '../../commit/policy-scope';
import type { Trail } from '../../commit/trail';
import { approversOf, blocksOf, missingApprovals, missingReviewers, reviewsAfterMerge } from './approvals';
import { changedByOthers } from './changed-by-others';
import { heldMarks, policyOn } from './policy-on';

/** The policy of the namespace wants approvals that the change has not. */
export class UnapprovedChangeError extends FailedPreconditionError {
  /**
   * @param missing How many approvals it lacks.
   * @param reviewers Of whom it lacks one.
   * @param isMerged True if it had some that are void, because it is merged over what others have done since.
   */
  constructor(
    missing: number,
    reviewers: readonly RequiredReviewer[],
    readonly isMerged: boolean,
  ) {
    const names = reviewers.map(reviewerText).join(', ');
    const approvals = missing > 1 ? `${missing} approvals` : 'an approval';
    const of = names === '' ? '' : `; it needs one of each of ${names}`;
    const why = isMerged ? ', because others have changed what it changes since it was approved' : '';
    super(`the change lacks ${approvals}${why}${of}`, {
      info: { reason: 'APPROVALS_MISSING', metadata: { missing: `${missing}`, reviewers: names } },
    });
  }
}

/** A reviewer has asked for changes of the change. */
export class BlockedChangeError extends FailedPreconditionError {
  /** @param by Who has. */
  constructor(by: string) {
    super(`the change is blocked: ${by === '' ? 'a reviewer' : by} asked for changes`, {
      info: { reason: 'CHANGE_BLOCKED', metadata: { by } },
    });
  }
}

/** What a change has done, at its end. */
export interface Done extends Pick<Trail, 'items' | 'mergedUpTo'> {
  /** True for a change of edits: it is not merged, but done with whatever others have made of its flags. */
  readonly isOfEdits: boolean;
}

const nothingDone: Done = { items: [], mergedUpTo: 0, isOfEdits: false };

/** What decides whether a change may be applied. */
interface Standing {
  readonly policy: ReviewPolicy;
  readonly reviews: readonly ChangeReview[];
  /** The reviews that are not void, because of what others have done since. */
  readonly standing: readonly ChangeReview[];
}

/** Whose approvals of a change count. @param done As of {@link assertApproved}. */
export async function approversNow(
  stores: Stores,
  request: ChangeStep,
  done = nothingDone,
): Promise<readonly AuditOrigin[]> {
  const { standing, policy } = await standingOf(stores, request, done);
  return approversOf(request, standing, policy);
}

/**
 * Sees that a change may be applied.
 *
 * @param done What it has done, at its end; nothing unless given. Others may have made of flags what its policy holds
 *   for, and it may be merged over that, or edit it.
 * @returns Whose approvals count.
 * @throws BlockedChangeError if a reviewer has asked for changes of it.
 * @throws UnapprovedChangeError if the policy of the namespace wants approvals that the change has not.
 */
export async function assertApproved(
  stores: Stores,
  seen: ChangeStep,
  done = nothingDone,
): Promise<readonly AuditOrigin[]> {
  const { policy, reviews, standing } = await standingOf(stores, seen, done);
  const isStray =
    heldMarks(seen).exempt && (await holdsForItems(stores, seen.namespaceKey, policy.appliesTo, done.items));
  const request = isStray ? { ...seen, exemptVersion: undefined } : seen;
  const approvers = approversOf(request, standing, policy);
  const isFree = policyOn(request, policy).requiredApprovals === 0 || request.bypassReason !== '';
  // What is blocked waits for review: nothing that is scheduled is.
  if (isFree && request.state === 'scheduled') return approvers;
  const [block] = blocksOf(request, reviews);
  if (block !== undefined) throw new BlockedChangeError(block.author.actor);
  if (isFree) return approvers;
  const missing = missingApprovals(request, standing, policy);
  const reviewers = missingReviewers(request, standing, policy);
  const isMerged = standing.length < reviews.length;
  if (missing > 0 || reviewers.length > 0) throw new UnapprovedChangeError(missing, reviewers, isMerged);
  return approvers;
}

async function standingOf(
  stores: Stores,
  request: ChangeStep,
  { items, mergedUpTo, isOfEdits }: Done,
): Promise<Standing> {
  const policy = await stores.reviewPolicies.of(request.namespaceKey);
  const reviews = await stores.changeRequests.reviews([request.id]);
  const isEditedOver = isOfEdits && policy.reapprovesMerged;
  const last = isEditedOver ? await changedByOthers(stores, request, items) : mergedUpTo;
  return { policy, reviews, standing: reviewsAfterMerge(reviews, last, policy) };
}
