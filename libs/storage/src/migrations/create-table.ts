import { type QueryRunner, type Table } from 'typeorm';
import { adaptationOf } from './adaptations';

/** Creates a table in the words of the database, unless a migration that was broken off has created it already. */
export async function createTable(runner: QueryRunner, table: Table): Promise<void> {
  // A copy: the ORM changes tables that it is given.
  const adapted = table.clone();
  for (const column of adapted.columns) Object.assign(column, await adaptationOf(runner, column.type));
  if (runner.connection.options.type === 'mysql') adapted.engine = 'InnoDB';
  const ifNotExists = true;
  await runner.createTable(adapted, ifNotExists);
}
