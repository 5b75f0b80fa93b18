import type { Dialect } from '@pennon/config';
import type { PlainRow } from '../database/database';
import { toValue, type Row } from './backup-form';
import type { BackupTable } from './backup-tables';

/** Runs a statement on the connection whose transaction sees one state. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly PlainRow[]>;

/** Most rows that are read at once. */
const MAX_ROWS = 250;

/** Most text that is read at once, in bytes. A row that has more is read alone. */
const MAX_BYTES = 256 * 1024;

/** The number of rows of a table. */
export async function countRows(ask: Ask, dialect: Dialect, { name }: BackupTable): Promise<number> {
  const [row] = await ask(`SELECT COUNT(*) AS ${quoted(dialect, 'rows')} FROM ${quoted(dialect, name)}`);
  return Number(row?.rows);
}

/** The rows of a table in the order of its primary key, in pages of bounded size. */
export async function* readRows(
  ask: Ask,
  dialect: Dialect,
  table: BackupTable,
): AsyncGenerator<readonly Row[]> {
  const { columns, primaryKey } = table;
  const keyPlaces = primaryKey.map((key) => columns.findIndex(({ name }) => name === key));
  const names = columns.map(({ name }) => quoted(dialect, name)).join(', ');
  const size = sizeOf(dialect, table);
  let last: Row | undefined;
  for (;;) {
    const after = last === undefined ? undefined : afterKey(dialect, primaryKey, last);
    const page = (what: string, limit: number): Promise<readonly PlainRow[]> =>
      ask(pageSql(dialect, table, what, after?.sql ?? '', limit), after?.values ?? []);
    const limit = size === undefined ? MAX_ROWS : fitting(await page(`${size} AS size`, MAX_ROWS));
    const found = limit === 0 ? [] : await page(names, limit);
    const rows = found.map((row) => columns.map((column) => toValue(row[column.name], column)));
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = keyPlaces.map((place) => end[place] ?? null);
  }
}

/** How many of the rows, of which only the size is known, may be read at once. */
function fitting(sizes: readonly PlainRow[]): number {
  let bytes = 0;
  const end = sizes.findIndex(({ size }, index) => (bytes += Number(size)) > MAX_BYTES && index > 0);
  return end === -1 ? sizes.length : end;
}

function pageSql(
  dialect: Dialect,
  { name, primaryKey }: BackupTable,
  what: string,
  condition: string,
  limit: number,
): string {
  const order = primaryKey.map((key) => quoted(dialect, key)).join(', ');
  return `SELECT ${what} FROM ${quoted(dialect, name)} ${condition} ORDER BY ${order} LIMIT ${limit}`;
}

/** The bytes of text in a row, in the words of the database; undefined if that is little in any row. */
function sizeOf(dialect: Dialect, { columns }: BackupTable): string | undefined {
  const long = columns.filter(({ isLong }) => isLong).map(({ name }) => quoted(dialect, name));
  if (long.length === 0) return undefined;
  const bytes = (name: string): string =>
    dialect === 'sqlite' ? `LENGTH(CAST(${name} AS BLOB))` : `OCTET_LENGTH(${name})`;
  return long.map((name) => `COALESCE(${bytes(name)}, 0)`).join(' + ');
}

/** The condition for rows after that key. */
function afterKey(
  dialect: Dialect,
  primaryKey: readonly string[],
  last: Row,
): { readonly sql: string; readonly values: Row } {
  const names = primaryKey.map((key) => quoted(dialect, key));
  if (dialect === 'mysql') return afterKeyOfMysql(names, last);
  const places = names.map((_, index) => (dialect === 'sqlite' ? '?' : `$${index + 1}`));
  return { sql: `WHERE (${names.join(', ')}) > (${places.join(', ')})`, values: last };
}

/** MySQL uses no index for a comparison of rows, so it is spelled out. */
function afterKeyOfMysql(
  names: readonly string[],
  last: Row,
): { readonly sql: string; readonly values: Row } {
  const alternatives = names.map((name, index) =>
    [...names.slice(0, index).map((before) => `${before} = ?`), `${name} > ?`].join(' AND '),
  );
  return {
    sql: `WHERE (${alternatives.join(') OR (')})`,
    values: names.flatMap((_, index) => last.slice(0, index + 1)),
  };
}

/** A name as the database takes it, whatever it is. */
export function quoted(dialect: Dialect, name: string): string {
  return dialect === 'mysql' ? `\`${name}\`` : `"${name}"`;
}
