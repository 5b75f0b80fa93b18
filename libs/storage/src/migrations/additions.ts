import type { MigrationInterface, QueryRunner, Table, TableColumnOptions } from 'typeorm';
import {
  addColumn,
  addIndex,
  addOptionalColumn,
  createTable,
  dropColumn,
  type AddedColumn,
} from './table-changes';

/** A column that is added to a table: one that may be null, or one with a default. */
export type Addition = readonly [table: string, column: TableColumnOptions | AddedColumn];

/** An index that is added to a table: its name, and its columns in their order. */
export type AddedIndex = readonly [table: string, name: string, columns: readonly string[]];

/**
 * A migration that only adds. Instances of earlier versions go on working on what it leaves: they name the columns that
 * they write, and what is new there may be null or has a default.
 */
export abstract class Additions implements MigrationInterface {
  readonly columns: readonly Addition[] = [];
  readonly tables: readonly Table[] = [];
  /** Of tables that were there before. */
  readonly indexes: readonly AddedIndex[] = [];

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of this.columns) {
      if (hasDefault(column)) await addColumn(runner, table, column);
      else await addOptionalColumn(runner, table, column);
    }
    for (const table of this.tables) await createTable(runner, table);
    for (const [table, name, columns] of this.indexes) await addIndex(runner, table, name, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, name] of [...this.indexes].reverse()) await runner.dropIndex(table, name);
    for (const { name } of [...this.tables].reverse()) await runner.dropTable(name);
    for (const [table, { name }] of [...this.columns].reverse()) await dropColumn(runner, table, name);
  }
}

function hasDefault(column: TableColumnOptions | AddedColumn): column is AddedColumn {
  return column.default !== undefined;
}
