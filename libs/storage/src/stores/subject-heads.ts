import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Dialect } from '@pennon/config';
import type { SubjectKey, SubjectKind } from '@pennon/domain';

/** The first of what a change names, and how much more it names. */
export interface SubjectHead {
  readonly subjects: readonly SubjectKey[];
  readonly leftOut: number;
}

/** How many subjects of a change lists show. */
const MOST = 20;

/** A JSON list with kind, key and place of the first ones, and null for every other, in the words of each database. */
const aggregates: Readonly<Record<Dialect, string>> = {
  sqlite: `json_group_array(json(CASE WHEN "position" < ${MOST} THEN json_array("kind", "key", "position") END))`,
  postgres: `json_agg(CASE WHEN "position" < ${MOST} THEN json_build_array("kind", "key", "position") END)::text`,
  cockroachdb: `json_agg(CASE WHEN "position" < ${MOST} THEN json_build_array("kind", "key", "position") END)::text`,
  mysql: `CAST(JSON_ARRAYAGG(CASE WHEN position < ${MOST} THEN JSON_ARRAY(kind, \`key\`, position) END) AS CHAR)`,
};

type Listed = readonly [kind: SubjectKind, key: string, position: number];

/** Has what changes name read along with them, as `subject_head`. */
export function selectSubjectHeads<Row extends ObjectLiteral>(
  { connection }: EntityManager,
  query: SelectQueryBuilder<Row>,
): void {
  const { driver, options } = connection;
  const id = `${driver.escape(query.alias)}.${driver.escape('id')}`;
  const subject = driver.escape('change_subjects');
  const ofChange = `FROM ${subject} WHERE ${subject}.${driver.escape('change_id')} = ${id}`;
  query.addSelect(`(SELECT ${aggregates[options.type as Dialect]} ${ofChange})`, 'subject_head');
}

/** What a row has as `subject_head`. */
export function subjectHeadIn(text: string | null | undefined): SubjectHead {
  // MariaDB, whose JSON is text, gives lists within the list as texts.
  const all = (JSON.parse(text ?? '[]') as readonly (Listed | string | null)[]).map((one) =>
    typeof one === 'string' ? (JSON.parse(one) as Listed) : one,
  );
  const first = all.filter((one) => one !== null).toSorted(([, , left], [, , right]) => left - right);
  return {
    subjects: first.map(([kind, key]) => ({ kind, key })),
    leftOut: all.length - first.length,
  };
}
