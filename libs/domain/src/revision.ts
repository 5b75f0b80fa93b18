/**
 * A state in the history of something that changes: revisions of one history are numbered without a gap.
 *
 * After a failover that lost commits, or once a backup was put back, a database gives the same numbers again, to other
 * states. The mark tells those apart, so that nobody takes two states for one because their numbers are the same.
 */
export interface Revision {
  /** Raised by one with every change. */
  readonly revision: number;
  /**
   * Drawn at random by the change that made this state. Undefined where nobody drew one: in files, and in a state that
   * was made before there were marks.
   */
  readonly mark?: string | undefined;
}

/** True if both are the same state of one history. */
export function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return one?.revision === other?.revision && one?.mark === other?.mark;
}
