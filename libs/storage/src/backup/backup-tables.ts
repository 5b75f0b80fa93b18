import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { allEnded } from '@pennon/platform';
import { commonOptions } from '../database/data-source-options';
import { runMigrationsOf } from '../database/run-migrations';
import { driver } from '../embedded/sqlite-data-source';

/** What a column holds, as JSON calls it. */
export type ColumnKind = 'boolean' | 'number' | 'string';

export interface BackupColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  /** True for text of any length. */
  readonly isLong: boolean;
}

/** A table as it is in a backup. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly BackupColumn[];
  /** Names of the columns by which rows are ordered. */
  readonly primaryKey: readonly string[];
}

/** Tables that are not in a backup, with the reason. Another one makes another form of backups. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  login_states: 'a login that is under way ends within minutes',
  operation_lock: 'which instance has its turn means nothing to the instances of another database',
  schema_migrations: 'the header has the names of the migrations, and a restore runs them',
};

/** A column that is not in a backup. */
interface ColumnLeftOut {
  readonly table: string;
  readonly column: string;
  readonly reason: string;
  /** What a restore gives it. */
  readonly draw: () => string;
}

/** Columns that are not in a backup. Another one makes another form of backups. */
export const columnsLeftOut: readonly ColumnLeftOut[] = [
  {
    table: 'deployment',
    column: 'cache_key',
    reason: 'instances of another database must not believe what these have put into a cache',
    draw: () => randomBytes(32).toString('base64url'),
  },
];

/** What is left out of that table. */
export function leftOutOf(table: string): readonly ColumnLeftOut[] {
  return columnsLeftOut.filter((column) => column.table === table);
}

/**
 * The tables of a backup of a database whose schema those migrations made, parents before children: the order in which
 * they were created. It is the same whatever the database, because it is that of the migrations themselves, which are
 * run on an empty database in memory.
 *
 * @param migrations Names; this version knows them all.
 */
export async function backupTables(migrations: readonly string[]): Promise<readonly BackupTable[]> {
  return inMemory(migrations, async (dataSource) => {
    const names = (await tableNames(dataSource)).filter((name) => !Object.hasOwn(tablesLeftOut, name));
    return allEnded(names.map((name) => describeTable(dataSource, name)));
  });
}

/** Runs `work` on a database in memory that has the schema of those migrations. */
async function inMemory<T>(
  migrations: readonly string[],
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const options = { ...commonOptions, type: 'sqlite', database: ':memory:', driver } as const;
  const dataSource = await new DataSource(options).initialize();
  try {
    await runMigrationsOf(dataSource, migrations);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Tables in the order in which they were created. */
async function tableNames(dataSource: DataSource): Promise<readonly string[]> {
  const rows = await dataSource.query<readonly { readonly name: string }[]>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
  );
  return rows.map(({ name }) => name);
}

/** A row of `PRAGMA table_info`. */
interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  /** Place in the primary key, from 1; 0 for none. */
  readonly pk: number;
}

async function describeTable(dataSource: DataSource, name: string): Promise<BackupTable> {
  const info = await dataSource.query<readonly ColumnInfo[]>(`PRAGMA table_info("${name}")`);
  const leftOut = leftOutOf(name).map(({ column }) => column);
  const columns = info
    .filter((column) => !leftOut.includes(column.name))
    .map((column) => ({
      name: column.name,
      kind: kindOf(column.type.toLowerCase()),
      isNullable: column.notnull === 0,
      isLong: column.type.toLowerCase() === 'text',
    }));
  const primaryKey = info
    .filter(({ pk }) => pk > 0)
    .toSorted((one, other) => one.pk - other.pk)
    .map((column) => column.name);
  return { name, columns, primaryKey };
}

/** @throws Error for a type that no migration has used so far: then it has to be decided what a backup makes of it. */
function kindOf(type: string): ColumnKind {
  if (type === 'boolean') return 'boolean';
  if (['integer', 'bigint', 'double precision'].includes(type)) return 'number';
  if (type === 'text' || /^varchar\(\d+\)$/.test(type)) return 'string';
  throw new Error(`no kind is known for columns of type ${type}`);
}
