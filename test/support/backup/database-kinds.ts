import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase, dropServerDatabase, queryServer } from '../database-server';
import { queryFile } from '../query-file';

/** Kinds of databases between which backups are restored. */
export const databaseKinds = ['sqlite', 'postgres', 'mysql'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** An empty database of a kind. */
export interface EmptyDatabase {
  /** As `db.url` takes it. */
  readonly url: string;
  /** Names of the tables that are there, but for that by which migrations take turns. */
  tables(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

const listOf = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table'`,
  postgres: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
} as const;

export async function createEmptyDatabase(kind: DatabaseKind): Promise<EmptyDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-empty-'));
  const file = join(directory, 'p.db');
  const url = kind === 'sqlite' ? `file:${file}` : await createServerDatabase(kind);
  return {
    url,
    async tables() {
      if (kind === 'sqlite' && !existsSync(file)) return [];
      const rows =
        kind === 'sqlite'
          ? await queryFile<{ readonly name: string }>(file, listOf.sqlite)
          : await queryServer<{ readonly name: string }>(url, listOf[kind]);
      return rows.map(({ name }) => name).filter((name) => name !== 'schema_lock');
    },
    async remove() {
      if (kind !== 'sqlite') await dropServerDatabase(url);
      rmSync(directory, { recursive: true });
    },
  };
}
