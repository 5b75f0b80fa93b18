import { type QueryRunner } from 'typeorm';
import { commonOptions } from '../data-source-options';
import { UnusableSchemaError } from './schema-errors';

/**
 * Refuses a database whose tables are of another program, before anything is written to it. A SQLite file is one
 * program's; the schema of a server may be shared, as long as no table there has the name of one of Pennon's.
 *
 * @param location Where the database is, for people.
 */
export async function refuseForeign(runner: QueryRunner, location: string): Promise<void> {
  const { migrationsTableName: table } = commonOptions;
  if (await runner.hasTable(table)) {
    if (await runner.hasColumn(table, 'name')) return;
    // Flipt keeps the number of its schema in a table of the same name.
    if ((await runner.hasColumn(table, 'dirty')) && (await runner.hasTable('flags'))) {
      throw new UnusableSchemaError(
        `the database ${location} is one of Flipt, not of Pennon; docs/migrating-from-flipt.md says how to move its flags`,
      );
    }
    throw foreign(location, table);
  }
  const [found] = await foreignTables(runner);
  if (found !== undefined) throw foreign(location, found);
}

function foreign(location: string, table: string): UnusableSchemaError {
  return new UnusableSchemaError(
    `the database ${location} is not one of Pennon: it has a table ${table} of another program; use an empty database`,
  );
}

/** Tables that must not be there while there is no record of migrations. */
async function foreignTables(runner: QueryRunner): Promise<readonly string[]> {
  const { connection } = runner;
  const rows = await runner.manager.query<readonly { readonly name: string }[]>(
    listOf(connection.options.type),
  );
  const names = rows.map(({ name }) => name);
  if (connection.options.type === 'sqlite') return names;
  const own = new Set(connection.entityMetadatas.map(({ tableName }) => tableName));
  return names.filter((name) => own.has(name));
}

function listOf(type: string): string {
  if (type === 'sqlite') {
    return `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
  }
  const schema = type === 'mysql' ? 'DATABASE()' : 'current_schema()';
  return `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${schema}`;
}
