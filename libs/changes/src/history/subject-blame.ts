import { partWord } from '@pennon/document';
import type { RevisionEntry, SubjectKey } from '@pennon/domain';
import { blame, type BlamedPart } from '@pennon/state';
import type { Stores } from '@pennon/storage';
import { pastState } from './past-states';
import { readState, subjectNotFound } from './stored-states';

/** Most revisions of a subject that are looked through: each may hold all of a large flag. */
const MAX_REVISIONS = 200;

/**
 * For each part of a flag, a segment or a namespace as it is now, the revision that last changed it, as far as the
 * history goes back.
 *
 * @throws NotFoundError if it is not there now.
 */
export async function blameSubject(
  stores: Stores,
  namespaceKey: string,
  subject: SubjectKey,
): Promise<readonly BlamedPart<RevisionEntry>[]> {
  const present = await readState(stores, namespaceKey, subject);
  if (present === undefined) throw subjectNotFound(subject, namespaceKey);
  const items = await stores.history.lastItems(namespaceKey, subject, MAX_REVISIONS);
  const replaced = items.map((item) => ({ revision: item.revision, before: pastState(item).state }));
  const blamed = blame(present, replaced);
  const told = new Set(blamed.flatMap(({ revision }) => revision ?? []));
  const entries = await stores.history.findEach(namespaceKey, [...told]);
  const byRevision = new Map(entries.map((entry) => [entry.revision, entry]));
  return blamed.map(({ part, item, revision }) => ({
    ...{ part: partWord(part), item },
    revision: revision === undefined ? undefined : byRevision.get(revision),
  }));
}
