import { type AddedColumn } from './table-changes';
import { TableForeignKey, TableIndex, type TableColumnOptions } from 'typeorm';

/**
 * Columns, references and indexes as migrations write them, the same for every database; `createTable` says them in
 * the words of each. Migrations are history, so what is here is never changed either: a migration that needs something
 * else gets a new maker.
 */
type Column = TableColumnOptions;

/** A key that people chose. */
export const key = (name: string): Column => ({ name, type: 'varchar', length: '255' });

/** An id that the service made: a UUID as text. */
export const id = (name: string): Column => ({ name, type: 'varchar', length: '36' });

/** A hash of 32 bytes as text. */
export const hash = (name: string): Column => ({ name, type: 'varchar', length: '64' });

/** The key by which a repeated request is recognised. */
export const requestKey = (name: string): Column => ({ name, type: 'varchar', length: '64' });

/** One of a closed set of words. */
export const word = (name: string): Column => ({ name, type: 'varchar', length: '16' });

/** The mark of a revision, empty unless one was drawn. */
export const mark = (name: string): AddedColumn => ({ name, type: 'varchar', length: '16', default: "''" });

/** An id that the service made, empty where there is none. */
export const idOrNone = (name: string): AddedColumn => ({
  name,
  type: 'varchar',
  length: '36',
  default: "''",
});

/** Text of any length. */
export const text = (name: string): Column => ({ name, type: 'text' });

/** True or false. */
export const flag = (name: string): Column => ({ name, type: 'boolean' });

/** A whole number of 32 bits. */
export const integer = (name: string): Column => ({ name, type: 'integer' });

/** A whole number of 64 bits. */
export const bigint = (name: string): Column => ({ name, type: 'bigint' });

/** A floating-point number of 64 bits. */
export const double = (name: string): Column => ({ name, type: 'double precision' });

/** A column that may be null. */
export const optional = (column: Column): Column => ({ ...column, isNullable: true });

/** A column of the primary key. */
export const primary = (column: Column): Column => ({ ...column, isPrimary: true });

/** When the row was made and when it last changed, in microseconds since the epoch. */
export const timestamps: readonly Column[] = [bigint('created_at'), bigint('updated_at')];

/** A reference whose rows go when the referenced row goes. */
export function cascade(columns: string[], table: string, referenced: string[]): TableForeignKey {
  return reference(columns, table, referenced, 'CASCADE');
}

/** A reference that keeps the referenced row from going. */
export function restrict(columns: string[], table: string, referenced: string[]): TableForeignKey {
  return reference(columns, table, referenced, 'RESTRICT');
}

/** An index over columns, in this order. */
export function index(...columnNames: string[]): TableIndex {
  return new TableIndex({ columnNames });
}

function reference(
  columnNames: string[],
  referencedTableName: string,
  referencedColumnNames: string[],
  onDelete: 'CASCADE' | 'RESTRICT',
): TableForeignKey {
  return new TableForeignKey({ columnNames, referencedTableName, referencedColumnNames, onDelete });
}
