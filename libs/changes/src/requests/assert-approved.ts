import {
  FailedPreconditionError,
  reviewerText,
  type ChangeStep,
  type RequiredReviewer,
} from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { holdsForItems } from '../commit/policy-scope';
import type { Trail } from '../commit/trail';
import { blocksOf, missingApprovals, missingReviewers, reviewsAfterMerge } from './approvals';
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
export interface Done extends Pick<Trail, 'items' | 'mergedRevisions'> {
  /** True for a change of edits: it is not merged, but done with whatever others have made of its flags. */
  readonly isOfEdits: boolean;
}

const NOTHING_DONE: Done = { items: [], mergedRevisions: [], isOfEdits: false };

/**
 * Sees that a change may be applied.
 *
 * @param done What it has done, at its end; nothing unless given. Others may have made of flags what its policy holds
 *   for, and it may be merged over that, or edit it.
 * @throws BlockedChangeError if a reviewer has asked for changes of it.
 * @throws UnapprovedChangeError if the policy of the namespace wants approvals that the change has not.
 */
export async function assertApproved(
  stores: Stores,
  seen: ChangeStep,
  { items, mergedRevisions, isOfEdits }: Done = NOTHING_DONE,
): Promise<void> {
  const { changeRequests, reviewPolicies } = stores;
  const policy = await reviewPolicies.of(seen.namespaceKey);
  const { appliesTo } = policy;
  const isStray =
    heldMarks(seen).exempt && (await holdsForItems(stores, seen.namespaceKey, appliesTo, items));
  const request = isStray ? { ...seen, exemptVersion: undefined } : seen;
  const isFree = policyOn(request, policy).requiredApprovals === 0 || request.bypassReason !== '';
  // What is blocked waits for review: nothing that is scheduled is.
  if (isFree && request.state === 'scheduled') return;
  const reviews = await changeRequests.reviews([request.id]);
  const [block] = blocksOf(request, reviews);
  if (block !== undefined) throw new BlockedChangeError(block.author.actor);
  if (isFree) return;
  const byOthers =
    isOfEdits && policy.reapprovesMerged ? await changedByOthers(stores, request, items) : mergedRevisions;
  const standing = reviewsAfterMerge(reviews, byOthers, policy);
  const missing = missingApprovals(request, standing, policy);
  const reviewers = missingReviewers(request, standing, policy);
  const isMerged = standing.length < reviews.length;
  if (missing > 0 || reviewers.length > 0) throw new UnapprovedChangeError(missing, reviewers, isMerged);
}
