import type { SelectQueryBuilder } from 'typeorm';
import type { SubjectKind } from '@pennon/domain';
import {
  type FlagRow,
  RolloutEntity,
  RolloutSegmentEntity,
  RuleEntity,
  RuleSegmentEntity,
  type SegmentLink,
} from '../entities/flag.entity';
import { RevisionItemEntity } from '../entities/history.entity';

/*
 * What flags have to do with segments, as parts of a query of flags, which it calls `flag`.
 */

type Query = SelectQueryBuilder<FlagRow>;

/** What may use segments. */
const users = [
  { name: 'rule', link: RuleSegmentEntity, owner: RuleEntity },
  { name: 'rollout', link: RolloutSegmentEntity, owner: RolloutEntity },
] as const;

type User = (typeof users)[number];

/** The condition that a rule or rollout of the flag uses the segment that the parameter `segmentKey` names. */
export function usesSegment(query: Query): string {
  const uses = users.map((user) => {
    const use = linksOf(query, user, '1').andWhere(`${user.name}.segmentKey = :segmentKey`);
    return `EXISTS ${use.getQuery()}`;
  });
  return `(${uses.join(' OR ')})`;
}

/** The last revision of the flag, and the last of all segments that it uses: expressions that may be null. */
export function lastRevisions(query: Query): readonly string[] {
  const ofSegments = users.map((user) =>
    linksOf(query, user, `MAX(${lastRevision(query, 'segment', user.name)})`).getQuery(),
  );
  return [lastRevision(query, 'flag', 'flag'), ...ofSegments];
}

/**
 * Segments that the rules or rollouts of a flag use, as a subquery of it: by their owners alone, whose namespace is
 * theirs. Told the namespace too, MariaDB looks at all links of it, or of the segment, for each flag; and not told to
 * begin with the owners, it does so after an import, while it has no statistics.
 *
 * @param user What has the links.
 * @param selection What is selected of the links.
 */
function linksOf(
  query: Query,
  { name, link, owner }: User,
  selection: string,
): SelectQueryBuilder<SegmentLink> {
  const own = `${name}Owner`;
  return query
    .subQuery()
    .select(query.connection.options.type === 'mysql' ? `STRAIGHT_JOIN ${selection}` : selection)
    .from<SegmentLink>(owner, own)
    .innerJoin(link.options.name, name, `${name}.ownerId = ${own}.id`)
    .where(`${own}.namespaceKey = flag.namespaceKey AND ${own}.flagKey = flag.key`);
}

/**
 * The last revision of a flag, or of a segment, in an index. MariaDB is told which: without statistics it may go
 * through the revisions of the whole namespace instead, for each flag.
 *
 * @param kind What it is of.
 * @param alias Of the flag, or of the link.
 */
function lastRevision(query: Query, kind: Exclude<SubjectKind, 'namespace'>, alias: string): string {
  const item = `${alias}Item`;
  const { namingStrategy } = query.connection;
  return query
    .subQuery()
    .select(`${item}.revision`)
    .from(RevisionItemEntity, item)
    .useIndex(namingStrategy.indexName('revision_items', ['namespace_key', 'kind', 'key', 'revision']))
    .where(`${item}.namespaceKey = ${alias}.namespaceKey AND ${item}.kind = '${kind}'`)
    .andWhere(`${item}.key = ${alias}.${kind === 'flag' ? 'key' : 'segmentKey'}`)
    .orderBy(`${item}.revision`, 'DESC')
    .limit(1)
    .getQuery();
}
