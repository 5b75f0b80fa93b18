import {
  FailedPreconditionError,
  marksOf,
  marksOfPerson,
  PermissionDeniedError,
  recordIn,
  subjectMark,
  unknownMethods,
  type AuditOrigin,
  type ChangeReview,
  type ChangeStep,
  type PersonMarks,
  type ReviewPolicy,
} from '@pennon/domain';
import { subjectOf } from '@pennon/platform';
import type { Stores } from '@pennon/storage';

/** How many approvals a change lacks as it is now. All approvals of one person count as one. */
export function missingApprovals(
  request: Pick<ChangeStep, 'author' | 'version' | 'writers'>,
  reviews: readonly ChangeReview[],
  { requiredApprovals, mayApproveOwn }: ReviewPolicy,
): number {
  const callers = [request, ...reviews].map(({ author }) => marksOf(author));
  const counted = new Set(mayApproveOwn ? [] : marksOfWriters(request));
  let approvals = 0;
  for (const { author } of approvalsOf(request, reviews)) {
    const person = [...marksOfPerson(marksOf(author), callers)];
    if (!person.some((mark) => counted.has(mark))) approvals++;
    for (const mark of person) counted.add(mark);
  }
  return Math.max(requiredApprovals - approvals, 0);
}

/** True for a change that is applied without anybody else: it has its approvals, and somebody has seen a proposal. */
export function isApproved(
  request: ChangeStep,
  reviews: readonly ChangeReview[],
  policy: ReviewPolicy,
): boolean {
  if (request.bypassReason !== '') return true;
  return missingApprovals(request, reviews, policy) === 0 && !isUnseen(request, reviews);
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
  { mayApproveOwn }: ReviewPolicy,
): Promise<void> {
  const reviews = await stores.changeRequests.reviews([request.id]);
  const author = await withSubjects(stores, marksOf(request.author));
  const reviewers = new Map<ChangeReview, PersonMarks>();
  for (const review of reviews) reviewers.set(review, await withSubjects(stores, marksOf(review.author)));
  const person = marksOfPerson(marksOf(caller), [author, ...reviewers.values()]);
  const writers = mayApproveOwn ? [] : await withSubjects(stores, marksOfWriters(request));
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

/** The approvals of a change as it is now: those of earlier versions are void. */
export function approvalsOf(
  { version }: Pick<ChangeStep, 'version'>,
  reviews: readonly ChangeReview[],
): readonly ChangeReview[] {
  return reviews.filter((review) => review.verdict === 'approve' && review.version === version);
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
