import { type EntityManager } from 'typeorm';
import { type Dialect } from '@pennon/config';
import { type Database, type PlainRow } from '../database';

/**
 * In the words of each database.
 *
 * A plain statement, because strict evaluation waits for it: the ORM takes six times as long to put it together.
 */
const statements: Readonly<Record<Dialect, string>> = {
  sqlite: 'SELECT "revision" FROM "namespaces" WHERE "key" = ?',
  postgres: 'SELECT "revision" FROM "namespaces" WHERE "key" = $1',
  cockroachdb: 'SELECT "revision" FROM "namespaces" WHERE "key" = $1',
  mysql: 'SELECT `revision` FROM `namespaces` WHERE `key` = ?',
};

/** The revision of a namespace as the transaction sees it, or undefined when there is none such. */
export async function readRevision(
  manager: EntityManager,
  namespaceKey: string,
): Promise<number | undefined> {
  const sql = statements[manager.connection.options.type as Dialect];
  return revisionIn(await manager.query<readonly PlainRow[]>(sql, [namespaceKey]));
}

/** The revision of a namespace as it is now, or undefined when there is none such; past the ORM. */
export async function readRevisionNow(database: Database, namespaceKey: string): Promise<number | undefined> {
  const statement = { name: 'pennon_revision', sql: statements[database.dialect] };
  return revisionIn(await database.readDirectly(statement, [namespaceKey]));
}

/** Some drivers return bigint columns as text. */
function revisionIn([row]: readonly PlainRow[]): number | undefined {
  return row === undefined ? undefined : Number(row.revision);
}
