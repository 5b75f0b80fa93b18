import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Dialect } from '@pennon/config';
import type { Flag, Revision, SubjectKind } from '@pennon/domain';
import {
  FlagEntity,
  type FlagRow,
  RolloutEntity,
  RolloutSegmentEntity,
  RuleEntity,
  RuleSegmentEntity,
  type SegmentLink,
} from '../entities/flag.entity';
import { RevisionItemEntity } from '../entities/history.entity';
import { type RawRow, rawRowsForList } from './find-options';
import { withMarks } from './revision-marks';
import { contains, patternOf } from './text-search';

/** Which flags to find. */
export interface FlagSearch {
  /** Of these namespaces; undefined for all. */
  readonly namespaceKeys: ReadonlySet<string> | undefined;
  /** Only flags with each of these in their key, name or description, in upper or lower case. */
  readonly words: readonly string[];
  /** Only flags whose metadata has all of these in the list `tags`. */
  readonly tags: readonly string[];
  /** Only flags with a rule or rollout that uses the segment; undefined for all. */
  readonly segmentKey: string | undefined;
  /** Undefined for both. */
  readonly isEnabled: boolean | undefined;
  /** Undefined for both. */
  readonly isOff: boolean | undefined;
  readonly order: FlagOrder;
  /** Only flags behind this one: where the page before has ended. */
  readonly behind: FlagPlace | undefined;
  readonly limit: number;
}

/** By what flags are ordered first: their `namespace`, or their `key`. */
export type FlagOrder = 'namespace' | 'key';

/** Where a flag stands in a list. */
export type FlagPlace = Pick<Flag, 'namespaceKey' | 'key'>;

/** A flag of a list. */
export interface FoundFlag extends Pick<Flag, 'namespaceKey' | 'key' | 'name' | 'type' | 'isEnabled'> {
  readonly isOff: boolean;
  readonly tags: readonly string[];
  /** The last that changed it, or a segment that it uses; undefined if none is written down. */
  readonly lastRevision: Revision | undefined;
}

type Query = SelectQueryBuilder<FlagRow>;

/** MySQL refuses JSON of more than 100 levels: what has so many lists and objects has no tags there. */
const isShallow = "LENGTH(flag.metadata) - LENGTH(REPLACE(REPLACE(flag.metadata, '{', ''), '[', '')) < 100";

/** The list `tags` of metadata as JSON text, in the words of each database. */
const tagsOf: Readonly<Record<Dialect, string>> = {
  sqlite: "flag.metadata -> '$.tags'",
  postgres: "CAST(CAST(flag.metadata AS jsonb) -> 'tags' AS text)",
  cockroachdb: "CAST(CAST(flag.metadata AS jsonb) -> 'tags' AS text)",
  mysql: `CASE WHEN ${isShallow} THEN CAST(JSON_EXTRACT(flag.metadata, '$.tags') AS CHAR) END`,
};

/** The condition that all of a JSON list of texts are in it. */
const hasTags: Readonly<Record<Dialect, string>> = {
  sqlite:
    "json_type(flag.metadata, '$.tags') = 'array' AND NOT EXISTS (SELECT 1 FROM json_each(:tags) wanted " +
    "WHERE wanted.value NOT IN (SELECT value FROM json_each(flag.metadata, '$.tags') WHERE type = 'text'))",
  postgres: "CAST(flag.metadata AS jsonb) -> 'tags' @> CAST(:tags AS jsonb)",
  cockroachdb: "CAST(flag.metadata AS jsonb) -> 'tags' @> CAST(:tags AS jsonb)",
  mysql: `CASE WHEN ${isShallow} THEN JSON_CONTAINS(flag.metadata, :tags, '$.tags') END`,
};

/** What may use segments. */
const users = [
  { name: 'rule', link: RuleSegmentEntity, owner: RuleEntity },
  { name: 'rollout', link: RolloutSegmentEntity, owner: RolloutEntity },
] as const;

/**
 * Flags of several namespaces, each with the last revision of it or of a segment that it uses. Three statements: the
 * page, and the marks of the revisions.
 */
export async function searchFlags(manager: EntityManager, search: FlagSearch): Promise<readonly FoundFlag[]> {
  if (search.namespaceKeys?.size === 0) return [];
  const query = manager.createQueryBuilder(FlagEntity, 'flag');
  const dialect = manager.connection.options.type as Dialect;
  restrict(query, search, dialect);
  const columns: (keyof FlagRow)[] = ['namespaceKey', 'key', 'name', 'type', 'isEnabled'];
  if (knowsOff(query)) columns.push('off');
  const rows = await rawRowsForList(query, columns, ['name'], () => {
    query.addSelect(tagsOf[dialect], 'tags');
    query.addSelect(lastRevision(query, 'flag', 'flag'), 'last_flag');
    for (const { name, link, owner } of users) {
      const ofSegments = from(query, link, owner, name)
        .select(`MAX(${lastRevision(query, 'segment', name)})`)
        .andWhere(`${name}.namespaceKey = flag.namespaceKey`);
      query.addSelect(ofSegments.getQuery(), `last_${name}`);
    }
  });
  const revisions = rows.map(({ raw }) => lastOf(raw));
  const places = rows.flatMap(({ row: { namespaceKey } }, index) => {
    const revision = revisions[index];
    return revision === undefined ? [] : [{ namespaceKey, revision }];
  });
  const marked = (await withMarks(manager, places)).values();
  return rows.map(({ row: { off = null, namespaceKey, key, name, type, isEnabled }, raw }, index) => ({
    ...{ namespaceKey, key, name, type, isEnabled, isOff: off !== null, tags: textsIn(raw.tags) },
    lastRevision: revisions[index] === undefined ? undefined : marked.next().value,
  }));
}

function restrict(query: Query, search: FlagSearch, dialect: Dialect): void {
  const { namespaceKeys, words, tags, segmentKey, isEnabled, isOff, order, behind, limit } = search;
  if (namespaceKeys !== undefined)
    query.andWhere('flag.namespaceKey IN (:...namespaceKeys)', { namespaceKeys: [...namespaceKeys] });
  if (isEnabled !== undefined) query.andWhere({ isEnabled });
  if (isOff !== undefined) {
    const off = knowsOff(query) ? 'flag.off IS NOT NULL' : '1 = 0';
    query.andWhere(isOff ? off : `NOT (${off})`);
  }
  for (const [index, word] of words.entries()) {
    const columns = ['flag.key', 'flag.name', 'flag.description'];
    const isAny = columns.map((column) => contains(column, `word${index}`)).join(' OR ');
    query.andWhere(`(${isAny})`, { [`word${index}`]: patternOf(word) });
  }
  if (tags.length > 0) query.andWhere(`(${hasTags[dialect]})`, { tags: JSON.stringify(tags) });
  if (segmentKey !== undefined) {
    const uses = users.map(({ name, link, owner }) => {
      const use = from(query, link, owner, name).select('1');
      use.andWhere(`${name}.namespaceKey = flag.namespaceKey AND ${name}.segmentKey = :segmentKey`);
      return `EXISTS ${use.getQuery()}`;
    });
    query.andWhere(`(${uses.join(' OR ')})`, { segmentKey });
  }
  const [first, second] =
    order === 'namespace' ? ['flag.namespaceKey', 'flag.key'] : ['flag.key', 'flag.namespaceKey'];
  if (behind !== undefined) {
    const place = { namespacePlace: behind.namespaceKey, keyPlace: behind.key };
    const [of, then] =
      order === 'namespace' ? ['namespacePlace', 'keyPlace'] : ['keyPlace', 'namespacePlace'];
    // Each database finds the place in its index in one of these ways, and not in the other.
    query.andWhere(
      dialect === 'mysql'
        ? `(${first} > :${of} OR (${first} = :${of} AND ${second} > :${then}))`
        : `(${first}, ${second}) > (:${of}, :${then})`,
      place,
    );
  }
  query.orderBy({ [first]: 'ASC', [second]: 'ASC' }).limit(limit);
}

/** Segments that the rules or rollouts of a flag use, as a subquery of it. @param alias Of the link. */
function from(
  query: Query,
  link: (typeof users)[number]['link'],
  owner: (typeof users)[number]['owner'],
  alias: string,
): SelectQueryBuilder<SegmentLink> {
  const own = `${alias}Owner`;
  return query
    .subQuery()
    .from<SegmentLink>(link, alias)
    .innerJoin(owner.options.name, own, `${own}.id = ${alias}.ownerId`)
    .where(`${own}.namespaceKey = flag.namespaceKey AND ${own}.flagKey = flag.key`);
}

/** The last revision of a flag, or of a segment, in an index. @param alias Of the flag, or of the link. */
function lastRevision(query: Query, kind: Exclude<SubjectKind, 'namespace'>, alias: string): string {
  const item = `${alias}Item`;
  return query
    .subQuery()
    .select(`${item}.revision`)
    .from(RevisionItemEntity, item)
    .where(`${item}.namespaceKey = ${alias}.namespaceKey AND ${item}.kind = '${kind}'`)
    .andWhere(`${item}.key = ${alias}.${kind === 'flag' ? 'key' : 'segmentKey'}`)
    .orderBy(`${item}.revision`, 'DESC')
    .limit(1)
    .getQuery();
}

/** False on the schema of a version before, which turns no flag off. */
function knowsOff({ expressionMap }: Query): boolean {
  return expressionMap.mainAlias?.metadata.findColumnWithPropertyName('off') !== undefined;
}

function lastOf(raw: RawRow): number | undefined {
  const all = ['last_flag', 'last_rule', 'last_rollout'].map((name) => Number(raw[name] ?? 0));
  const last = Math.max(...all);
  return last === 0 ? undefined : last;
}

/** The texts of a JSON list; none if it is not one. */
function textsIn(json: string | null | undefined): readonly string[] {
  const value: unknown = JSON.parse(json ?? 'null');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
