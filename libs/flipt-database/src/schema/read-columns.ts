import { groupBy } from '@pennon/domain';
import { type FliptConnection } from '../connections/flipt-connection';

/** Names of the columns of every table, by the table's name. */
export type TableColumns = ReadonlyMap<string, ReadonlySet<string>>;

const ofServer = (schema: string): string =>
  `SELECT table_name AS "table_name", column_name AS "column_name" FROM information_schema.columns
   WHERE table_schema = ${schema}`;

const queries = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name
           FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
  postgres: ofServer('current_schema()'),
  cockroachdb: ofServer('current_schema()'),
  mysql: ofServer('DATABASE()'),
} as const;

/** What tables there are in the database, or in the schema that is used. */
export async function readColumns(connection: FliptConnection): Promise<TableColumns> {
  const rows = await connection.query(queries[connection.dialect]);
  const byTable = groupBy(rows, (row) => String(row.table_name));
  return new Map(
    [...byTable].map(([table, columns]) => [table, new Set(columns.map((row) => String(row.column_name)))]),
  );
}
