import { TableColumn, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { adaptationOf } from './adaptations';

/** A column whose rows have the default to begin with, which is written as in SQL. */
export type AddedColumn = Omit<TableColumnOptions, 'default'> & {
  readonly length: string;
  readonly default: string;
};

/**
 * Adds a column, in the words of the database, unless a migration that was broken off has added it
 * already.
 */
export async function addColumn(runner: QueryRunner, table: string, column: AddedColumn): Promise<void> {
  if (await runner.hasColumn(table, column.name)) return;
  const { name, type, length, default: value } = column;
  // The ORM would make the table anew and drop the old one, and with it, as references say, what belongs to its rows.
  if (runner.connection.options.type === 'sqlite')
    await runner.query(
      `ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}(${length}) NOT NULL DEFAULT (${value})`,
    );
  else await runner.addColumn(table, new TableColumn({ ...column, ...(await adaptationOf(runner, type)) }));
}

/** Takes away a column that {@link addColumn} has added. */
export async function dropColumn(runner: QueryRunner, table: string, column: string): Promise<void> {
  if (runner.connection.options.type === 'sqlite')
    await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
  else await runner.dropColumn(table, column);
}
