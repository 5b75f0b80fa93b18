import { invalidField } from './errors';

/**
 * A state in the history of something that changes: revisions of one history are numbered without a gap.
 *
 * After a failover that lost commits, or once a backup was restored, a database gives the same numbers again, to other
 * states. The mark tells those apart, so that nobody takes two states for one because their numbers are the same.
 */
export interface Revision {
  /** Raised by one with every change. */
  readonly revision: number;
  /**
   * Drawn at random by the change that made this state, or a digest of it where it comes from files. Undefined where
   * nobody knows it: in a state that was made before there were marks, and where people say the number alone.
   */
  readonly mark?: string | undefined;
}

/** True if both are the same state of one history. */
export function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return one?.revision === other?.revision && one?.mark === other?.mark;
}

/** True unless a state is known to be another one than was asked for: the number alone means whatever has it. */
export function mayBeRevision(asked: Revision, known: Revision): boolean {
  const isMarked = asked.mark !== undefined && known.mark !== undefined;
  return asked.revision === known.revision && (!isMarked || asked.mark === known.mark);
}

/** The text of a revision, which {@link readRevision} reads: `7.rT0cJ8k1xWqZ`, or `7` without a mark. */
export function revisionText({ revision, mark }: Revision): string {
  return mark === undefined ? `${revision}` : `${revision}.${mark}`;
}

/** What texts of revisions look like: a mark is twelve letters, digits, `-` and `_`. */
export const REVISION_PATTERN = '^[0-9]+(\\.[A-Za-z0-9_\\-]{12})?$';

const revisionPattern = new RegExp(REVISION_PATTERN);

/**
 * Reads `N` or `N.mark`.
 *
 * @param field The name that an error says.
 * @throws InvalidFieldError if the text is neither, or the number is beyond 2^53 - 1.
 */
export function readRevision(field: string, text: string): Revision {
  if (!revisionPattern.test(text))
    throw invalidField(field, 'must be a revision: a number, or a number, a dot and its mark');
  const [digits = '', mark] = text.split('.');
  const revision = Number(digits);
  if (!Number.isSafeInteger(revision))
    throw invalidField(field, `${digits} is beyond the largest revision, ${Number.MAX_SAFE_INTEGER}`);
  return { revision, mark };
}
