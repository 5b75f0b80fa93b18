import { performance } from 'node:perf_hooks';
import { quote, UnavailableError } from '@pennon/domain';
import { type SnapshotHolder } from '@pennon/snapshot-store';

/** Pause between two looks, in milliseconds. One look is not enough: the replica that is asked may lag. */
const LOOK_AGAIN_MS = 50;

/** The revision may come later, which is nobody's fault: it takes its way through the database. */
class RevisionNotHereError extends UnavailableError {
  override readonly isRoutine = true;
}

/**
 * Resolves when the holder has that revision of the namespace, or a later one.
 *
 * @param limitMs How long to wait, in milliseconds.
 * @throws UnavailableError that says what is held, if the revision is not here in time.
 */
export async function awaitRevision(
  holder: SnapshotHolder,
  namespaceKey: string,
  wanted: number,
  limitMs: number,
): Promise<void> {
  const overdueAt = performance.now() + limitMs;
  const held = (): number | undefined => holder.current(namespaceKey)?.document.revision;
  const isHere = (): boolean => (held() ?? 0) >= wanted;
  while (!isHere()) {
    const left = overdueAt - performance.now();
    if (left <= 0) throw notYet(namespaceKey, held(), wanted);
    const pause = delay(Math.min(LOOK_AGAIN_MS, left));
    // A look that takes long is left to itself: a push may bring the revision before it does.
    await Promise.race([holder.catchUp(namespaceKey), pause]);
    if (!isHere()) await pause;
  }
}

function notYet(namespaceKey: string, held: number | undefined, wanted: number): RevisionNotHereError {
  const state = held === undefined ? 'is not known here yet' : `is at revision ${held} here`;
  return new RevisionNotHereError(`namespace ${quote(namespaceKey)} ${state}; revision ${wanted} is wanted`);
}

async function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
