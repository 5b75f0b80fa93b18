import {
  emailMark,
  FailedPreconditionError,
  marksOf,
  marksOfPerson,
  PermissionDeniedError,
  recordIn,
  subjectMark,
  unknownMethods,
  quote,
  type AuditOrigin,
  type ChangeCaller,
  type ChangeReview,
  type ChangeStep,
  type PersonMarks,
  type RequiredReviewer,
  type ReviewPolicy,
} from '@pennon/domain';
import { subjectOf } from '@pennon/platform';
import type { Stores } from '@pennon/storage';
import { type Marks, policyOn } from './policy-on';

/** The role of a program whose approvals count. */
const APPROVER = 'approver';

/** What approvals are counted by. */
type Approved = Pick<ChangeStep, 'author' | 'version' | 'writers' | keyof Marks>;

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
  const callers = [request, ...reviews].map(({ author }) => marksOf(author));
  const writers = new Set(mayApproveOwn ? [] : marksOfWriters(request));
  return approvalsOf(request, reviews)
    .map(({ author, memberships }) => ({
      ...{ author, memberships },
      person: marksOfPerson(marksOf(author), callers),
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

/**
 * Refuses an approval that would not count.
 *
 * @throws PermissionDeniedError if the caller has written the change.
 * @throws FailedPreconditionError if the caller has approved it already, or uses the method of somebody who wrote or
 *   approved it and whose subject an earlier version did not store.
 */
export async function assertMayApprove(
  stores: Stores,
  request: ChangeStep,
  caller: AuditOrigin,
  policy: ReviewPolicy,
): Promise<void> {
  const reviews = await stores.changeRequests.reviews([request.id]);
  const known = new Map<string, PersonMarks>();
  const all = [request, ...reviews].map(({ author }) => marksOf(author));
  for (const mark of new Set([...all.flat(), ...marksOfWriters(request)]))
    known.set(mark, await withSubjects(stores, [mark]));
  const subjects = (marks: PersonMarks): PersonMarks => marks.flatMap((mark) => known.get(mark) ?? []);
  assertApprovalCounts(request, reviews, caller, policy, subjects);
}

/**
 * The rule of {@link assertMayApprove} by what is stored with a change.
 *
 * @param subjects Gives subjects in place of records, as far as they are known; what is stored unless given.
 */
export function assertApprovalCounts(
  request: ChangeStep,
  reviews: readonly ChangeReview[],
  caller: AuditOrigin,
  { mayApproveOwn }: ReviewPolicy,
  subjects = (marks: PersonMarks): PersonMarks => marks,
): void {
  const reviewers = new Map(reviews.map((review) => [review, subjects(marksOf(review.author))]));
  const person = marksOfPerson(marksOf(caller), [subjects(marksOf(request.author)), ...reviewers.values()]);
  const writers = mayApproveOwn ? [] : subjects(marksOfWriters(request));
  if (writers.some((mark) => person.has(mark)))
    throw new PermissionDeniedError('permission denied: authors may not approve their own change', {
      info: { reason: 'OWN_CHANGE' },
    });
  const approvers = approvalsOf(request, reviews).flatMap((review) => reviewers.get(review) ?? []);
  if (approvers.some((mark) => person.has(mark)))
    throw new FailedPreconditionError('the caller has approved this change already', {
      info: { reason: 'ALREADY_APPROVED' },
    });
  if (unknownMethods([...writers, ...approvers]).has(caller.authentication))
    throw new FailedPreconditionError(
      `the change takes no more approvals by ${caller.authentication}, because the subject of somebody who wrote or ` +
        'approved it is not known: propose the change again',
    );
}

/** @throws PermissionDeniedError if the reviews of the caller do not count. */
export function assertReviewer(caller: ChangeCaller, namespaceKey: string): void {
  const { origin, isProgram } = caller;
  if (origin.authentication === 'none')
    throw new PermissionDeniedError('permission denied: a review takes a caller who is known');
  if (origin.subject === undefined)
    throw new PermissionDeniedError(
      'permission denied: a review takes a caller with a subject: log in again, or show a token with the claim "sub"',
    );
  if (isProgram && !caller.rolesIn(namespaceKey).has(APPROVER))
    throw new PermissionDeniedError(
      `permission denied: a program reviews changes in the role ${quote(APPROVER)} only`,
    );
}

/** The approvals of a change as it is now: those of earlier versions are void, and those of whoever blocks it now. */
export function approvalsOf(
  request: Pick<ChangeStep, 'version'>,
  reviews: readonly ChangeReview[],
): readonly ChangeReview[] {
  return standing(request, reviews, 'approve');
}

/** What blocks a change as it is now: reviewers asked for changes, and have not approved it since. */
export function blocksOf(
  request: Pick<ChangeStep, 'version'>,
  reviews: readonly ChangeReview[],
): readonly ChangeReview[] {
  return standing(request, reviews, 'block');
}

/** Reviews of that verdict that nobody has taken back by another one. @param reviews The earliest first. */
function standing(
  { version }: Pick<ChangeStep, 'version'>,
  reviews: readonly ChangeReview[],
  verdict: 'approve' | 'block',
): readonly ChangeReview[] {
  const current = reviews.filter((review) => review.version === version && isDeciding(review));
  if (current.every((review) => review.verdict === verdict)) return current;
  const callers = current.map(({ author }) => marksOf(author));
  return current.filter((review, index) => {
    if (review.verdict !== verdict) return false;
    const person = marksOfPerson(marksOf(review.author), callers);
    const since = current.slice(index + 1).filter((later) => later.verdict !== verdict);
    return !since.some(({ author }) => marksOf(author).some((mark) => person.has(mark)));
  });
}

function isDeciding({ verdict }: ChangeReview): boolean {
  return verdict === 'approve' || verdict === 'block';
}

function marksOfWriters({ author, writers }: Pick<ChangeStep, 'author' | 'writers'>): PersonMarks {
  // Of authors, earlier versions stored the address in one place, and the record of the session in the other.
  const known = marksOf(author);
  return [...known, ...writers.filter((mark) => !known.includes(mark))];
}

/** The marks with subjects in place of records, as far as these still exist. */
async function withSubjects({ authentications }: Stores, marks: PersonMarks): Promise<PersonMarks> {
  const found: string[] = [];
  for (const mark of marks) {
    const named = recordIn(mark);
    const isToken = named?.method === 'token';
    // A token is its record, also when that was deleted.
    const record = isToken
      ? { method: 'token' as const, id: named.id, metadata: {} }
      : named && (await authentications.find(named.id));
    const subject = record && subjectOf(record);
    found.push(subject === undefined ? mark : subjectMark(subject));
  }
  return found;
}
