import { SERVICE_ORIGIN, type AuditOrigin, type Conflict, type SubjectKey } from '@pennon/domain';
import type { Stores } from '@pennon/storage';

/** Those of the subjects that were changed after a revision that is known. */
export async function conflictsSince(
  { history }: Stores,
  namespaceKey: string,
  revision: number,
  subjects: readonly SubjectKey[],
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const authors = new Map<number, AuditOrigin>();
  for (const change of await history.lastChanges(namespaceKey, revision, subjects)) {
    const known = authors.get(change.revision);
    const author = known ?? (await history.find(namespaceKey, change.revision))?.author ?? SERVICE_ORIGIN;
    authors.set(change.revision, author);
    conflicts.push({ ...change, author });
  }
  return conflicts;
}
