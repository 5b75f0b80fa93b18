import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type DatabaseConfig } from '@pennon/config';
import { backUp, type BackupContents } from '@pennon/storage';

/** Backs up a database to a file. */
export async function backUpTo(file: string, config: DatabaseConfig): Promise<BackupContents> {
  const parts: Uint8Array[] = [];
  const contents = await backUp(config, {
    version: '0.1.0',
    at: '2026-12-01T00:00:00.000Z',
    write: async (bytes) => {
      parts.push(bytes);
      return Promise.resolve();
    },
  });
  writeFileSync(file, Buffer.concat(parts));
  return contents;
}

/** The text of a backup. */
export function textOf(file: string): string {
  return gunzipSync(readFileSync(file)).toString();
}

/** Writes a text as a backup has it. */
export function writeText(file: string, text: string): void {
  writeFileSync(file, gzipSync(text));
}

/** The rows of a backup by column and table. */
export function rowsOf(file: string): ReadonlyMap<string, readonly Record<string, unknown>[]> {
  const tables = new Map<string, Record<string, unknown>[]>();
  let rows: Record<string, unknown>[] = [];
  let columns: readonly string[] = [];
  for (const line of textOf(file).trimEnd().split('\n').slice(1, -1)) {
    const value = JSON.parse(line) as readonly unknown[] | { table: string; columns: readonly string[] };
    if ('table' in value) {
      ({ columns } = value);
      rows = [];
      tables.set(value.table, rows);
    } else rows.push(Object.fromEntries(columns.map((column, index) => [column, value[index]])));
  }
  return tables;
}

/** Where the marks of present revisions are, and what they belong to. */
const presentMarks = [
  ['namespaces', 'mark', 'key'],
  ['deleted_namespaces', 'mark', 'key'],
  ['deployment', 'token_mark', 'id'],
] as const;

/**
 * The rows of a backup, with the marks of present revisions named by what they belong to: what two backups of the same
 * contents have in common, beside the number of rows.
 */
export function withoutIdentity(file: string): string {
  const rows = rowsOf(file);
  const names = new Map<unknown, string>();
  for (const [table, mark, key] of presentMarks) {
    for (const row of rows.get(table) ?? []) {
      const name = `mark of ${table} ${String(row[key])}`;
      if (row[mark] !== '') names.set(row[mark], name);
      row[mark] = name;
    }
  }
  return [...rows]
    .flatMap(([table, ofTable]) => [table, ...ofTable.map((row) => JSON.stringify(row))])
    .join('\n')
    .replaceAll(/"([\w-]{12})"/g, (text, mark: string) => names.get(mark) ?? text);
}
