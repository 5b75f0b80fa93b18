import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Dialect } from '@pennon/config';
import { FlagEntity, type FlagRow } from '../entities/flag.entity';
import { usesSegment } from './flag-segments';
import { contains, patternOf } from './text-search';

/** Which flags are wanted. */
export interface FlagFilter {
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
}

/** A query of flags, which it calls `flag`. */
export type FlagQuery = SelectQueryBuilder<FlagRow>;

/** MySQL refuses JSON of more than 100 levels: what has so many lists and objects has no tags there. */
const isShallow = "LENGTH(flag.metadata) - LENGTH(REPLACE(REPLACE(flag.metadata, '{', ''), '[', '')) < 100";

/** The list `tags` of metadata as JSON text, in the words of each database. */
export const tagsOf: Readonly<Record<Dialect, string>> = {
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

export function dialectOf({ connection }: Pick<FlagQuery, 'connection'>): Dialect {
  return connection.options.type as Dialect;
}

/** A query of the flags that are wanted, in no order. */
export function filteredFlags(manager: EntityManager, filter: FlagFilter): FlagQuery {
  const { namespaceKeys, words, tags, segmentKey, isEnabled, isOff } = filter;
  const query = manager.createQueryBuilder(FlagEntity, 'flag');
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
  if (tags.length > 0) query.andWhere(`(${hasTags[dialectOf(query)]})`, { tags: JSON.stringify(tags) });
  if (segmentKey !== undefined) query.andWhere(usesSegment(query), { segmentKey });
  return query;
}

/** False on the schema of a version before, which turns no flag off. */
export function knowsOff({ expressionMap }: FlagQuery): boolean {
  return expressionMap.mainAlias?.metadata.findColumnWithPropertyName('off') !== undefined;
}
