import { NotFoundError, quote, type RevisionItem, type SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';
import { unpackState, type SubjectState } from './subject-state';

/** What a subject was; the state is undefined when it was not there. */
export interface PastState extends SubjectKey {
  readonly state: SubjectState | undefined;
}

/**
 * Refuses a revision whose state is not known.
 *
 * @throws NotFoundError if there is, and was, no such namespace, if it has no such revision yet, or if its history does
 *   not go back that far.
 */
export async function assertKept(
  { namespaces, history }: Stores,
  namespaceKey: string,
  revision: number,
): Promise<void> {
  const latest = await latestRevision({ namespaces }, namespaceKey);
  const of = `revision ${revision} of namespace ${quote(namespaceKey)}`;
  if (revision > latest) throw new NotFoundError(`${of} not found: the latest is ${latest}`);
  // The earliest entry says what was before it.
  const first = ((await history.earliest(namespaceKey)) ?? latest + 1) - 1;
  if (revision < first) throw new NotFoundError(`${of} not found: the history begins at revision ${first}`);
}

/** The revision of a namespace, also of one that was deleted. @throws NotFoundError if there never was one. */
export async function latestRevision(
  { namespaces }: Pick<Stores, 'namespaces'>,
  namespaceKey: string,
): Promise<number> {
  const latest = await namespaces.revisionOf(namespaceKey);
  const found = latest ?? (await namespaces.deletedRevisionOf(namespaceKey));
  if (found === undefined) throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
  return found;
}

/** What subjects were at a revision, as far as they were changed since; all others are what they were. */
export async function pastStates(
  { history }: Stores,
  namespaceKey: string,
  revision: number,
): Promise<readonly PastState[]> {
  const changed = await history.changedAfter(namespaceKey, revision);
  return (await history.itemsOf(namespaceKey, changed)).map(pastState);
}

/** What the subject of an item was before it. */
export function pastState({ kind, key, createdAt, before }: RevisionItem): PastState {
  const subject = { kind, key };
  return { ...subject, state: before === undefined ? undefined : unpackState(subject, createdAt, before) };
}
