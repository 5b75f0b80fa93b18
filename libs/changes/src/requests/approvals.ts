import type { ChangeRequest, ChangeReview, ReviewPolicy } from '@pennon/domain';

/** How many approvals a change lacks as it is now. */
export function missingApprovals(
  request: Pick<ChangeRequest, 'version' | 'writers'>,
  reviews: readonly ChangeReview[],
  { requiredApprovals, mayApproveOwn }: ReviewPolicy,
): number {
  const people = new Set(
    reviews
      .filter(({ verdict, version }) => verdict === 'approve' && version === request.version)
      .map(({ person }) => person)
      .filter((person) => mayApproveOwn || !request.writers.includes(person)),
  );
  return Math.max(requiredApprovals - people.size, 0);
}

/** True for a change that nobody has approved yet, though it was only proposed. */
export function isUnseen(
  { isProposal, version }: Pick<ChangeRequest, 'isProposal' | 'version'>,
  reviews: readonly ChangeReview[],
): boolean {
  return isProposal && !reviews.some((review) => review.verdict === 'approve' && review.version === version);
}
