import type { MigrationInterface, QueryRunner, Table, TableColumnOptions } from 'typeorm';
import { addColumn, addOptionalColumn, createTable, dropColumn, type AddedColumn } from './table-changes';

/** A column that is added to a table: one that may be null, or one with a default. */
export type Addition = readonly [table: string, column: TableColumnOptions | AddedColumn];

/**
 * A migration that only adds. Instances of earlier versions go on working on what it leaves: they name the columns that
 * they write, and what is new there may be null or has a default.
 */
export abstract class Additions implements MigrationInterface {
  readonly columns: readonly Addition[] = [];
  readonly tables: readonly Table[] = [];

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of this.columns) {
      if (hasDefault(column)) await addColumn(runner, table, column);
      else await addOptionalColumn(runner, table, column);
    }
    for (const table of this.tables) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [...this.tables].reverse()) await runner.dropTable(name);
    for (const [table, { name }] of [...this.columns].reverse()) await dropColumn(runner, table, name);
  }
}

function hasDefault(column: TableColumnOptions | AddedColumn): column is AddedColumn {
  return column.default !== undefined;
}
