import { type EntityManager, In } from 'typeorm';
import { groupBy, type Revision } from '@pennon/domain';
import type { NamespaceRevision } from '@pennon/snapshot';
import { RevisionEntity } from '../entities/history.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from '../entities/namespace.entity';
import { markedRevision } from './revision';

/** Revisions of any namespaces with their marks, in their order; without a mark where none was written down. */
export async function withMarks(
  manager: EntityManager,
  revisions: readonly NamespaceRevision[],
): Promise<readonly Revision[]> {
  if (revisions.length === 0) return [];
  const byNamespace = groupBy(revisions, ({ namespaceKey }) => namespaceKey);
  const marks = new Map<string, string>();
  const note = (namespaceKey: string, revision: number, mark: string): void => {
    marks.set(`${namespaceKey} ${revision}`, mark);
  };
  // What came next says what it came after.
  const next = await manager.find(RevisionEntity, {
    select: { namespaceKey: true, revision: true, markBefore: true },
    where: [...byNamespace].map(([namespaceKey, some]) => ({
      namespaceKey,
      revision: In(some.map(({ revision }) => revision + 1)),
    })),
  });
  for (const { namespaceKey, revision, markBefore } of next) note(namespaceKey, revision - 1, markBefore);
  const present = await manager.find(NamespaceEntity, {
    select: { key: true, revision: true, mark: true, markBefore: true },
    where: { key: In([...byNamespace.keys()]) },
  });
  for (const { key, revision, mark, markBefore } of present) {
    // Raised already, maybe, by what is not written down yet.
    note(key, revision - 1, markBefore);
    note(key, revision, mark);
  }
  const there = new Set(present.map(({ key }) => key));
  const gone = [...byNamespace.keys()].filter((key) => !there.has(key));
  if (gone.length > 0) {
    const deleted = await manager.findBy(DeletedNamespaceEntity, { key: In(gone) });
    for (const { key, revision, mark } of deleted) note(key, revision, mark);
  }
  return revisions.map(({ namespaceKey, revision }) =>
    markedRevision(revision, marks.get(`${namespaceKey} ${revision}`) ?? ''),
  );
}
