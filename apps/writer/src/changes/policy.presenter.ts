import { create } from '@bufbuild/protobuf';
import type { PolicyRights } from '@pennon/changes';
import { invalidField, type RequiredReviewer, type ReviewPolicy } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';

/**
 * A policy on the wire.
 *
 * @param mine What the caller may do; not told unless given.
 * @param released How many changes lack no approval any more, for a policy that was set.
 */
export function presentPolicy(
  policy: ReviewPolicy,
  { mine, released }: { readonly mine?: PolicyRights; readonly released?: number } = {},
): pennonChanges.Policy {
  return create(pennonChanges.PolicySchema, {
    ...policy,
    bypass: [...policy.bypass],
    requiredReviewers: policy.requiredReviewers.map(presentReviewer),
    appliesTo: {
      tags: [...policy.appliesTo.tags],
      keys: [...policy.appliesTo.keys],
    },
    applyLate: policy.appliesLate,
    reviewOff: policy.reviewsOff,
    reapproveAfterMerge: policy.reapprovesMerged,
    ...(mine && { mine: create(pennonChanges.PolicyRightsSchema, mine) }),
    ...(released !== undefined && { released }),
  });
}

/** A policy that a request asks for. @throws InvalidFieldError if one of its reviewers is nobody. */
export function readPolicy(policy: pennonChanges.Policy): ReviewPolicy {
  const { requiredApprovals, mayApproveOwn, restrictDirectWrites = true, bypass } = policy;
  return {
    ...{ requiredApprovals, mayApproveOwn, restrictDirectWrites, bypass },
    requiredReviewers: policy.requiredReviewers.map(readReviewer),
    appliesTo: { tags: policy.appliesTo?.tags ?? [], keys: policy.appliesTo?.keys ?? [] },
    appliesLate: policy.applyLate,
    reviewsOff: policy.reviewOff,
    reapprovesMerged: policy.reapproveAfterMerge,
  };
}

/** A required reviewer on the wire. */
export function presentReviewer({ kind, name }: RequiredReviewer): pennonChanges.RequiredReviewer {
  return create(pennonChanges.RequiredReviewerSchema, { reviewer: { case: kind, value: name } });
}

function readReviewer(
  { reviewer: { case: kind, value: name } }: pennonChanges.RequiredReviewer,
  index: number,
): RequiredReviewer {
  if (kind === undefined)
    throw invalidField(`policy.requiredReviewers[${index}]`, 'must have one of role, group and person');
  return { kind, name };
}
