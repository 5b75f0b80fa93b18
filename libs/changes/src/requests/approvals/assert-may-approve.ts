import {
  FailedPreconditionError,
  marksOf,
  marksOfPerson,
  PermissionDeniedError,
  quote,
  recordIn,
  subjectMark,
  unknownMethods,
  type AuditOrigin,
  type ChangeCaller,
  type ChangeReview,
  type ChangeStep,
  type PersonMarks,
  type ReviewPolicy,
} from '@pennon/domain';
import { subjectOf } from '@pennon/platform';
import type { Stores } from '@pennon/storage';
import { approvalsOf } from './approvals';
import { participantsOf, writersOf } from './participants';

/** The role of a program whose approvals count. */
const APPROVER = 'approver';

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
  const known = new Map<string, string>();
  for (const mark of new Set(participantsOf(request, reviews).flat()))
    known.set(mark, await withSubject(stores, mark));
  const subjects = (marks: PersonMarks): PersonMarks => marks.map((mark) => known.get(mark) ?? mark);
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
  const participants = participantsOf(request, reviews).map(subjects);
  const person = marksOfPerson(marksOf(caller), participants);
  const writers = mayApproveOwn ? [] : subjects(writersOf(request).flat());
  if (writers.some((mark) => person.has(mark)))
    throw new PermissionDeniedError('permission denied: authors may not approve their own change', {
      info: { reason: 'OWN_CHANGE' },
    });
  const approvers = approvalsOf(request, reviews).flatMap(({ author }) => subjects(marksOf(author)));
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

/** The mark, or that of the subject in place of a record, as far as this still exists. */
async function withSubject({ authentications }: Stores, mark: string): Promise<string> {
  const named = recordIn(mark);
  if (named === undefined) return mark;
  // A token is its record, also when that was deleted.
  const record =
    named.method === 'token'
      ? { method: 'token' as const, id: named.id, metadata: {} }
      : await authentications.find(named.id);
  const subject = record && subjectOf(record);
  return subject === undefined ? mark : subjectMark(subject);
}
