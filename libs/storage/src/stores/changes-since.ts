import { Between, type EntityManager } from 'typeorm';
import { type NamespaceParts, type Revision, type SubjectKind } from '@pennon/domain';
import type { NamespaceRevision } from '@pennon/snapshot';
import { RevisionEntity } from '../entities/history.entity';
import { subjectsIn } from './history-rows';
import { follows } from './revision';

/** After more changes than this it is cheaper to read the whole namespace than to name what has changed. */
const MAX_CHANGES = 500;

/** What is known of the changes since a revision. */
export type ChangesSince =
  | { readonly kind: 'parts'; readonly parts: NamespaceParts }
  /** Too many, or the history does not have all of them. */
  | { readonly kind: 'anything' }
  /** There are none that follow that revision: it is of another history. */
  | { readonly kind: 'otherHistory' };

/** What has changed between a revision and the present one, whose number is no lower. */
export async function changesSince(
  manager: EntityManager,
  { namespaceKey, ...since }: NamespaceRevision,
  present: Revision,
): Promise<ChangesSince> {
  const revisions = present.revision - since.revision;
  if (revisions === 0) return { kind: 'otherHistory' };
  const changes = await manager.find(RevisionEntity, {
    select: { revision: true, markBefore: true, subjects: true, subjectCount: true },
    where: { namespaceKey, revision: Between(since.revision + 1, present.revision) },
    order: { revision: 'ASC' },
    take: MAX_CHANGES,
  });
  const [first] = changes;
  if (first?.revision === since.revision + 1 && !follows(first, since)) return { kind: 'otherHistory' };
  if (changes.length < revisions) return { kind: 'anything' };
  const keys: Record<SubjectKind, Set<string>> = {
    flag: new Set(),
    segment: new Set(),
    namespace: new Set(),
  };
  for (const { subjects, subjectCount } of changes) {
    const named = subjectsIn(subjects);
    if (named.length < subjectCount) return { kind: 'anything' };
    for (const { kind, key } of named) keys[kind].add(key);
  }
  return { kind: 'parts', parts: { flagKeys: keys.flag, segmentKeys: keys.segment } };
}
