import type { BackupColumn, BackupTable } from './backup-tables';

/**
 * The form of a backup: newline-delimited JSON, compressed by gzip.
 *
 * The first line is a {@link BackupHeader}. Each table follows as a line with its name and its columns, and a line per
 * row, an array of values in the order of the columns. The last line is a {@link BackupTrailer}.
 */
export const FORMAT = 'pennon-backup';

/** Raised when a version writes what the one before cannot read. What was read once is read for ever. */
export const FORM = 1;

/** Longest line, in bytes; a row of more would not fit into the database either. */
export const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** What a backup says of itself. */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly form: number;
  /** Version of Pennon that wrote it. */
  readonly version: string;
  /** When its state was read, as ISO 8601. */
  readonly at: string;
  /** Names of the migrations that had made the schema, oldest first. */
  readonly migrations: readonly string[];
}

/** Begins a table. */
export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Ends a backup. */
export interface BackupTrailer {
  readonly rows: number;
  /** Of all lines before, with their ends: hexadecimal. */
  readonly sha256: string;
}

/** A value in a row. */
export type Value = string | number | boolean | null;

/** A row: its values in the order of the columns. */
export type Row = readonly Value[];

export function tableLine({ name, columns }: BackupTable): TableLine {
  return { table: name, columns: columns.map((column) => column.name) };
}

/** A value as the driver of any database gives it, as it is in a backup. */
export function toValue(value: unknown, { kind, name }: BackupColumn): Value {
  if (value === null || value === undefined) return null;
  // Some drivers have numbers for booleans, and texts for numbers of 64 bits.
  if (kind === 'boolean') return Boolean(value);
  if (kind === 'number') return Number(value);
  if (typeof value === 'string') return value;
  throw new Error(`the column ${name} holds a value that is not text`);
}

/** True for what may stand in that column. */
export function isValueOf(value: unknown, { kind, isNullable }: BackupColumn): value is Value {
  return value === null ? isNullable : typeof value === kind;
}
