import { type EntityManager, In, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { inPieces, type SubjectKey, type SubjectKind } from '@pennon/domain';
import { RevisionItemEntity } from '../entities/history.entity';

/** A subject, and a revision of it. */
export interface SubjectRevision extends SubjectKey {
  readonly revision: number;
}

/** Most subjects that one statement names. */
export const SUBJECTS_AT_ONCE = 100;

/** Which revisions count. */
interface RevisionRange {
  readonly above: number;
  /** The last of them; all later ones unless given. */
  readonly upTo?: number;
  /** None unless given. */
  readonly except?: readonly number[];
}

/** When subjects were first or last changed within a range of revisions, those of them that were. */
export async function changesOf(
  manager: EntityManager,
  which: 'MIN' | 'MAX',
  namespaceKey: string,
  range: RevisionRange,
  subjects: readonly SubjectKey[],
): Promise<readonly SubjectRevision[]> {
  const found: SubjectRevision[] = [];
  for (const some of inPieces(subjects, SUBJECTS_AT_ONCE)) {
    found.push(...(await subjectRevisions(manager, which, namespaceKey, range, some)));
  }
  return found;
}

/** When subjects, or all that there were, were first or last changed within a range of revisions. */
export async function subjectRevisions(
  manager: EntityManager,
  which: 'MIN' | 'MAX',
  namespaceKey: string,
  { above, upTo = Number.MAX_SAFE_INTEGER, except = [] }: RevisionRange,
  subjects?: readonly SubjectKey[],
): Promise<readonly SubjectRevision[]> {
  const query = manager
    .createQueryBuilder(RevisionItemEntity, 'item')
    .select('item.kind', 'kind')
    .addSelect('item.key', 'key')
    .addSelect(`${which}(item.revision)`, 'revision')
    .where('item.namespaceKey = :namespaceKey', { namespaceKey })
    .andWhere({ revision: MoreThan(above) })
    .andWhere({ revision: LessThanOrEqual(upTo) })
    .groupBy('item.kind')
    .addGroupBy('item.key');
  if (except.length > 0) query.andWhere({ revision: Not(In([...except])) });
  if (subjects !== undefined) {
    const kinds: readonly SubjectKind[] = ['namespace', 'flag', 'segment'];
    query.andWhere(
      kinds.map((kind) => ({
        kind,
        key: In(subjects.filter((subject) => subject.kind === kind).map(({ key }) => key)),
      })),
    );
  }
  const rows = await query.getRawMany<{ kind: SubjectKind; key: string; revision: number | string }>();
  return rows.map(({ kind, key, revision }) => ({ kind, key, revision: Number(revision) }));
}
