import { MIN_REVISION_HEADER, type RpcCall } from '@pennon/api';
import {
  type InvalidArgumentError,
  invalidField,
  quote,
  readRevision,
  type Revision,
  revisionText,
  UnavailableError,
} from '@pennon/domain';
import { whenOverdue } from '@pennon/platform';
import type { SnapshotHolder } from '@pennon/snapshots';

/**
 * The revision that the caller wants to see at least; undefined when any will do.
 *
 * @throws InvalidArgumentError if it is no number, with or without a mark.
 */
export function minRevisionIn(call: RpcCall): Revision | undefined {
  const text = call.header(MIN_REVISION_HEADER);
  return text === undefined ? undefined : readRevision(MIN_REVISION_HEADER, text);
}

/** What a request gets that wants a revision of several namespaces at once. */
export function minRevisionOfSeveral(): InvalidArgumentError {
  return invalidField(
    MIN_REVISION_HEADER,
    'must not be set for several namespaces: each has revisions of its own',
  );
}

/** Pause between two looks, in milliseconds. One look is not enough: the replica that is asked may lag. */
const LOOK_AGAIN_MS = 50;

/** The revision may come later, which is nobody's fault: it takes its way through the database. */
class RevisionNotHereError extends UnavailableError {
  override readonly isRoutine = true;
}

/**
 * Resolves when the holder has that revision of the namespace, or one that came after it.
 *
 * @param limitMs How long to wait, in milliseconds.
 * @throws UnavailableError that says what is held, if the revision is not here in time.
 */
export async function awaitRevision(
  holder: SnapshotHolder,
  namespaceKey: string,
  wanted: Revision,
  limitMs: number,
): Promise<void> {
  const overdue = new AbortController();
  const cancel = whenOverdue(limitMs, () => {
    overdue.abort();
  });
  try {
    while (!(await holder.hasReached(namespaceKey, wanted))) {
      if (limitMs <= 0 || overdue.signal.aborted) {
        throw notYet(namespaceKey, holder.current(namespaceKey)?.document, wanted);
      }
      const moved = nextMove(holder, namespaceKey, overdue.signal);
      // A look that takes long is left to itself: a push may bring the revision before it does.
      void holder.catchUp(namespaceKey);
      await moved;
    }
  } finally {
    cancel();
  }
}

/** Resolves when evaluation sees another revision of the namespace, when it is time to look, or at the signal. */
async function nextMove(holder: SnapshotHolder, namespaceKey: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      unlisten();
      resolve();
    };
    const timer = setTimeout(end, LOOK_AGAIN_MS);
    signal.addEventListener('abort', end);
    const unlisten = holder.onMove((moved) => {
      if (moved === namespaceKey) end();
    });
  });
}

function notYet(namespaceKey: string, held: Revision | undefined, wanted: Revision): RevisionNotHereError {
  const state = held === undefined ? 'is not known here yet' : `is at revision ${held.revision} here`;
  const isOther = held !== undefined && held.revision >= wanted.revision;
  return new RevisionNotHereError(
    `namespace ${quote(namespaceKey)} ${state}${isOther ? ', of another history' : ''}; ` +
      `revision ${revisionText(wanted)} is wanted`,
  );
}
