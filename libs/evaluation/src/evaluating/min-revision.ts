import { performance } from 'node:perf_hooks';
import { MIN_REVISION_HEADER, type RpcCall } from '@pennon/api';
import {
  type InvalidArgumentError,
  invalidField,
  quote,
  type Revision,
  UnavailableError,
} from '@pennon/domain';
import type { SnapshotHolder } from '@pennon/snapshots';

/** Fifteen digits: every such number is exact. Behind them may be the mark of the revision. */
const revisionPattern = /^0*([1-9]\d{0,14})(?:\.([\w-]{12}))?$/;

/**
 * The revision that the caller wants to see at least; undefined when any will do.
 *
 * @throws InvalidArgumentError if it is no whole number of at least 1, with or without a mark.
 */
export function minRevisionIn(call: RpcCall): Revision | undefined {
  const text = call.header(MIN_REVISION_HEADER);
  if (text === undefined) return undefined;
  const [, revision, mark] = revisionPattern.exec(text) ?? [];
  if (revision === undefined)
    throw invalidField(
      MIN_REVISION_HEADER,
      'must be a whole number of at least 1, or that, a dot and its mark',
    );
  return { revision: Number(revision), mark };
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
 * Resolves when the holder has that revision of the namespace, or one of a higher number.
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
  const overdueAt = performance.now() + limitMs;
  const held = (): Revision | undefined => holder.current(namespaceKey)?.document;
  const isHere = (): boolean => isReached(held(), wanted);
  while (!isHere()) {
    const left = overdueAt - performance.now();
    if (left <= 0) throw notYet(namespaceKey, held(), wanted);
    const pause = delay(Math.min(LOOK_AGAIN_MS, left));
    // A look that takes long is left to itself: a push may bring the revision before it does.
    await Promise.race([holder.catchUp(namespaceKey), pause]);
    if (!isHere()) await pause;
  }
}

function isReached(held: Revision | undefined, { revision, mark }: Revision): boolean {
  if (held?.revision !== revision) return (held?.revision ?? 0) > revision;
  return mark === undefined || mark === held.mark;
}

function notYet(namespaceKey: string, held: Revision | undefined, wanted: Revision): RevisionNotHereError {
  const state = held === undefined ? 'is not known here yet' : `is at revision ${held.revision} here`;
  const isOther = held?.revision === wanted.revision;
  return new RevisionNotHereError(
    `namespace ${quote(namespaceKey)} ${state}${isOther ? ', of another history' : ''}; ` +
      `revision ${wanted.revision} is wanted`,
  );
}

async function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
