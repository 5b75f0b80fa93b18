import { reviewsAfterMerge } from './approvals';
import { missingOf, type ReviewedRequest } from './reviewed-request';

/**
 * The change as it is reviewed once it is merged over what others have changed.
 *
 * @param mergedUpTo As {@link reviewsAfterMerge} takes it.
 */
export function mergedRequest(found: ReviewedRequest, mergedUpTo: number): ReviewedRequest {
  const { request, policy } = found;
  const reviews = reviewsAfterMerge(found.reviews, mergedUpTo, policy);
  return { ...found, ...missingOf(request, reviews, policy) };
}

/** True if it has lost approvals by what others have done. @param merged As {@link mergedRequest} gives it. */
export function isOutdated(merged: ReviewedRequest): boolean {
  const { approvalsMissing, reviewersMissing } = missingOf(merged.request, merged.reviews, merged.policy);
  return (
    merged.approvalsMissing > approvalsMissing || merged.reviewersMissing.length > reviewersMissing.length
  );
}
