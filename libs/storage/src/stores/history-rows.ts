import type {
  AuditOrigin,
  Release,
  RevisionEntry,
  RevisionItem,
  RevisionLines,
  SubjectAction,
  SubjectChange,
  SubjectKind,
} from '@pennon/domain';
import type { RevisionItemRow, RevisionRow } from '../entities/history.entity';

/** The entry that a row stands for, without the mark of its revision. */
export function entryOf(row: RevisionRow): RevisionEntry {
  const { namespaceKey, revision, at, origin, actor, author, changeId, release, subjects } = row;
  const { message, requestId, subjectCount, lines = null } = row;
  return {
    ...{ namespaceKey, revision, at, origin, message, requestId, subjectCount },
    author: { ...(JSON.parse(author) as Omit<AuditOrigin, 'actor'>), actor },
    changeId: changeId === '' ? undefined : changeId,
    ...(release !== null && { release: JSON.parse(release) as Release }),
    subjects: subjectsIn(subjects),
    ...(lines !== null && { lines: JSON.parse(lines) as RevisionLines }),
  };
}

/** The subjects that the column of a revision names. */
export function subjectsIn(column: string): readonly SubjectChange[] {
  const told = JSON.parse(column) as readonly (readonly [SubjectKind, string, SubjectAction])[];
  return told.map(([kind, key, action]) => ({ kind, key, action }));
}

/** The item that a row stands for. */
export function itemOf({ kind, key, action, createdAt, before }: RevisionItemRow): RevisionItem {
  return { kind, key, action, createdAt, before: before ?? undefined };
}
