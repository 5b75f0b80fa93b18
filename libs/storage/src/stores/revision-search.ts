import { type EntityManager, In, LessThan, MoreThanOrEqual, type SelectQueryBuilder } from 'typeorm';
import type { RevisionFilter, RevisionQuery, RevisionSearch } from '@pennon/domain';
import { RevisionEntity, RevisionItemEntity, type RevisionRow } from '../entities/history.entity';
import { contains, patternOf } from './text-search';

/** Revisions of one namespace, the latest first. */
export function revisionsOfOne(
  manager: EntityManager,
  { namespaceKey, subjects = [], below, ...filter }: RevisionQuery,
): SelectQueryBuilder<RevisionRow> {
  const query = filtered(manager, filter)
    .andWhere('entry.namespaceKey = :namespaceKey', { namespaceKey })
    .orderBy('entry.revision', 'DESC');
  if (below !== undefined) query.andWhere('entry.revision < :below', { below });
  for (const [index, { kind, key }] of subjects.entries()) {
    const ofSubject = query
      .subQuery()
      .select('item.revision')
      .from(RevisionItemEntity, 'item')
      .where(`item.namespaceKey = :namespaceKey AND item.kind = :kind${index} AND item.key = :key${index}`);
    const named = { [`kind${index}`]: kind, [`key${index}`]: key };
    query.andWhere(`entry.revision IN ${ofSubject.getQuery()}`, named);
  }
  return query;
}

/** Revisions of all namespaces, or of some, the latest first. */
export function revisionsOfMany(
  manager: EntityManager,
  { namespaceKeys, behind, ...filter }: RevisionSearch,
): SelectQueryBuilder<RevisionRow> {
  const query = filtered(manager, filter).orderBy({
    'entry.at': 'DESC',
    'entry.namespaceKey': 'DESC',
    'entry.revision': 'DESC',
  });
  if (namespaceKeys !== undefined) query.andWhere({ namespaceKey: In([...namespaceKeys]) });
  if (behind !== undefined) {
    const { at, namespaceKey, revision } = behind;
    // Without its first line, not every database finds the place in its index.
    query.andWhere(
      `entry.at <= :placeAt AND (
        entry.at < :placeAt OR entry.namespaceKey < :placeNamespace OR
        (entry.namespaceKey = :placeNamespace AND entry.revision < :placeRevision))`,
      { placeAt: at, placeNamespace: namespaceKey, placeRevision: revision },
    );
  }
  return query;
}

function filtered(
  manager: EntityManager,
  { actors = [], origin, since, until, kinds = [], text, limit }: RevisionFilter,
): SelectQueryBuilder<RevisionRow> {
  const query = manager
    .createQueryBuilder(RevisionEntity, 'entry')
    .where({
      ...(actors.length > 0 && { actor: In([...actors]) }),
      ...(origin !== undefined && { origin }),
    })
    .take(limit);
  if (since !== undefined) query.andWhere({ at: MoreThanOrEqual(since) });
  if (until !== undefined) query.andWhere({ at: LessThan(until) });
  if (text !== undefined) query.andWhere(contains('entry.message', 'pattern'), { pattern: patternOf(text) });
  if (kinds.length > 0) {
    const ofKind = query
      .subQuery()
      .select('1')
      .from(RevisionItemEntity, 'changed')
      .where('changed.namespaceKey = entry.namespaceKey AND changed.revision = entry.revision')
      .andWhere('changed.kind IN (:...kinds)');
    query.andWhere(`EXISTS ${ofKind.getQuery()}`, { kinds: [...kinds] });
  }
  return query;
}
