import { callersIn, marksOf, type ChangeReview, type ChangeStep, type PersonMarks } from '@pennon/domain';

/** A change as far as it says who wrote it. */
export type Written = Pick<ChangeStep, 'author' | 'writers'>;

/** The marks of everybody who wrote or edited a change, caller by caller. */
export function writersOf({ author, writers }: Written): readonly PersonMarks[] {
  // Of authors, earlier versions stored the address in one place, and the record of the session in the other.
  const known = marksOf(author);
  return [known, ...callersIn(writers).filter((marks) => marks.some((mark) => !known.includes(mark)))];
}

/**
 * The marks of everybody who has taken part in a change, caller by caller: who wrote, edited or reviewed it, or
 * commented on it. Accounts that share a mark are one person, also by way of others of these.
 */
export function participantsOf(request: Written, reviews: readonly ChangeReview[]): readonly PersonMarks[] {
  return [...writersOf(request), ...reviews.map(({ author }) => marksOf(author))];
}
