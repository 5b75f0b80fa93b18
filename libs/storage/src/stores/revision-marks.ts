import { type EntityManager, type FindOptionsWhere, In } from 'typeorm';
import { groupBy, type Instant, type Revision } from '@pennon/domain';
import type { NamespaceRevision } from '@pennon/snapshot';
import { RevisionEntity, type RevisionRow } from '../entities/history.entity';
import { DeletedNamespaceEntity, NamespaceEntity } from '../entities/namespace.entity';
import { markedRevision } from './revision';

/** A revision with when and by whom it was made, as far as the history still has it. */
export interface ToldRevision extends Revision {
  readonly made?: {
    readonly at: Instant;
    /** What the author is called; `''` when nothing is known. */
    readonly actor: string;
  };
}

type KeptRow = Pick<RevisionRow, 'namespaceKey' | 'revision' | 'markBefore'>;

/** Revisions of any namespaces with their marks, in their order; without a mark where none was written down. */
export async function withMarks(
  manager: EntityManager,
  revisions: readonly NamespaceRevision[],
): Promise<readonly Revision[]> {
  if (revisions.length === 0) return [];
  // What came next says what it came after.
  const next = await manager.find(RevisionEntity, {
    select: { namespaceKey: true, revision: true, markBefore: true },
    where: whereOf(revisions, (revision) => [revision + 1]),
  });
  return marked(manager, revisions, next);
}

/** Revisions of any namespaces, in their order, with their marks and authors. Two statements. */
export async function withAuthors(
  manager: EntityManager,
  revisions: readonly NamespaceRevision[],
): Promise<readonly ToldRevision[]> {
  if (revisions.length === 0) return [];
  const rows = await manager.find(RevisionEntity, {
    select: { namespaceKey: true, revision: true, markBefore: true, at: true, actor: true },
    where: whereOf(revisions, (revision) => [revision, revision + 1]),
  });
  const made = new Map(rows.map(({ at, actor, ...row }) => [nameOf(row), { at, actor }]));
  const all = await marked(manager, revisions, rows);
  return all.map((revision, index) => {
    const { namespaceKey = '' } = revisions[index] ?? {};
    const own = made.get(nameOf({ namespaceKey, ...revision }));
    return own === undefined ? revision : { ...revision, made: own };
  });
}

/** @param wanted Which revisions are read for one. */
function whereOf(
  revisions: readonly NamespaceRevision[],
  wanted: (revision: number) => readonly number[],
): FindOptionsWhere<RevisionRow>[] {
  return [...groupBy(revisions, ({ namespaceKey }) => namespaceKey)].map(([namespaceKey, some]) => ({
    namespaceKey,
    revision: In([...new Set(some.flatMap(({ revision }) => wanted(revision)))]),
  }));
}

function nameOf({ namespaceKey, revision }: NamespaceRevision): string {
  return `${namespaceKey} ${revision}`;
}

/** @param next The rows of the revisions after them, as far as there are some; others among them do not matter. */
async function marked(
  manager: EntityManager,
  revisions: readonly NamespaceRevision[],
  next: readonly KeptRow[],
): Promise<readonly Revision[]> {
  const byNamespace = groupBy(revisions, ({ namespaceKey }) => namespaceKey);
  const marks = new Map<string, string>();
  const note = (namespaceKey: string, revision: number, mark: string): void => {
    marks.set(`${namespaceKey} ${revision}`, mark);
  };
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
