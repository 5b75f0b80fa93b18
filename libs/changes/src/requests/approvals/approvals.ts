import {
  emailMark,
  marksOf,
  marksOfPerson,
  type AuditOrigin,
  type ChangeReview,
  type ChangeStep,
  type RequiredReviewer,
  type ReviewPolicy,
} from '@pennon/domain';
import { participantsOf, writersOf, type Written } from './participants';
import { policyOn, type Marks } from './policy-on';

/** What tells which reviews of a change stand. */
type Versioned = Written & Pick<ChangeStep, 'version'>;

/** What approvals are counted by. */
type Approved = Versioned & Marks;

/** An approval that counts, with all marks of the person who gave it. */
interface Approval extends Pick<ChangeReview, 'author' | 'memberships'> {
  readonly person: ReadonlySet<string>;
}

/** How many approvals a change lacks as it is now. All approvals of one person count as one. */
export function missingApprovals(
  request: Approved,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): number {
  const given = approversOf(request, reviews, policy).length;
  return Math.max(policyOn(request, policy).requiredApprovals - given, 0);
}

/** Whose approvals of a change count as it is now: each person once. */
export function approversOf(
  request: Approved,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): readonly AuditOrigin[] {
  const counted = new Set<string>();
  return countedApprovals(request, reviews, policy).flatMap(({ author, person }) => {
    const isAgain = [...person].some((mark) => counted.has(mark));
    for (const mark of person) counted.add(mark);
    return isAgain ? [] : [author];
  });
}

/** Those of the required reviewers of whom no approval is among those of a change as it is now. */
export function missingReviewers(
  request: Approved,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): readonly RequiredReviewer[] {
  const { requiredReviewers } = policyOn(request, policy);
  if (requiredReviewers.length === 0) return [];
  const approvals = countedApprovals(request, reviews, policy);
  return requiredReviewers.filter((reviewer) => !approvals.some((approval) => isOf(reviewer, approval)));
}

function isOf({ kind, name }: RequiredReviewer, { person, memberships }: Approval): boolean {
  switch (kind) {
    case 'person':
      return person.has(emailMark(name));
    case 'role':
      return memberships?.roles.includes(name) === true;
    case 'group':
      return memberships?.groups.includes(name) === true;
  }
}

/** Approvals of whoever has not written the change. */
function countedApprovals(
  request: Approved,
  reviews: readonly ChangeReview[],
  { mayApproveOwn }: ReviewPolicy,
): readonly Approval[] {
  const participants = participantsOf(request, reviews);
  const writers = new Set(mayApproveOwn ? [] : writersOf(request).flat());
  return approvalsOf(request, reviews)
    .map(({ author, memberships }) => ({
      ...{ author, memberships },
      person: marksOfPerson(marksOf(author), participants),
    }))
    .filter(({ person }) => ![...person].some((mark) => writers.has(mark)));
}

/**
 * The reviews of a change that was merged over revisions of others: by a policy that says so, those that approved it
 * before are void.
 *
 * @param mergedUpTo The last revision of others that it may be merged over; 0 for none.
 */
export function reviewsAfterMerge(
  reviews: readonly ChangeReview[],
  mergedUpTo: number,
  { reapprovesMerged }: ReviewPolicy,
): readonly ChangeReview[] {
  if (!reapprovesMerged) return reviews;
  return reviews.filter(({ verdict, revision = 0 }) => verdict !== 'approve' || revision >= mergedUpTo);
}

/**
 * True for a change that is applied without anybody else: nobody blocks it, it has its approvals, and somebody has seen
 * a proposal.
 */
export function isApproved(
  request: ChangeStep,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): boolean {
  if (blocksOf(request, reviews).length > 0) return false;
  if (request.bypassReason !== '') return true;
  if (missingApprovals(request, reviews, policy) > 0) return false;
  return missingReviewers(request, reviews, policy).length === 0 && !isUnseen(request, reviews);
}

/** True for a change that nobody has approved yet, though it was only proposed. */
function isUnseen(request: ChangeStep, reviews: readonly ChangeReview[]): boolean {
  return request.isProposal && approvalsOf(request, reviews).length === 0;
}

/** The approvals of a change as it is now: those of earlier versions are void, and those of whoever blocks it now. */
export function approvalsOf(request: Versioned, reviews: readonly ChangeReview[]): readonly ChangeReview[] {
  return standing(request, reviews, 'approve');
}

/** What blocks a change as it is now: reviewers asked for changes, and have not approved it since. */
export function blocksOf(request: Versioned, reviews: readonly ChangeReview[]): readonly ChangeReview[] {
  return standing(request, reviews, 'block');
}

/** Reviews of that verdict that nobody has taken back by another one. @param reviews The earliest first. */
function standing(
  request: Versioned,
  reviews: readonly ChangeReview[],
  verdict: 'approve' | 'block',
): readonly ChangeReview[] {
  const current = reviews.filter((review) => review.version === request.version && isDeciding(review));
  if (current.every((review) => review.verdict === verdict)) return current;
  const participants = participantsOf(request, reviews);
  return current.filter((review, index) => {
    if (review.verdict !== verdict) return false;
    const person = marksOfPerson(marksOf(review.author), participants);
    const since = current.slice(index + 1).filter((later) => later.verdict !== verdict);
    return !since.some(({ author }) => marksOf(author).some((mark) => person.has(mark)));
  });
}

function isDeciding({ verdict }: ChangeReview): boolean {
  return verdict === 'approve' || verdict === 'block';
}
