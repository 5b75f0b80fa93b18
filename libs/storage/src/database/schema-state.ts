import { gte, valid } from 'semver';
import type { DataSource, QueryRunner } from 'typeorm';
import { featuresIn, UnavailableError } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { Compatibility1764979200000 } from '../migrations/1764979200000-compatibility';
import type { Additions } from '../migrations/additions';
import { commonOptions, deferrable, migrations } from './data-source-options';

/** A database whose schema this version cannot use as it is. */
export class SchemaError extends UnavailableError {}

/** The same, where no waiting helps. */
export class UnusableSchemaError extends SchemaError {}

/** A table that is there while a backup is restored, and stays behind if that is killed. */
export const UNFINISHED_RESTORE = 'restore_unfinished';

/** A database into which a backup is being restored, or was: it may end any moment, or have been killed. */
export class UnfinishedRestoreError extends SchemaError {
  constructor(location: string) {
    super(
      `a restore into the database ${location} has not ended; if it was interrupted, run \`pennon restore\` again`,
    );
  }
}

/** A database that is for newer versions. */
export class NewerSchemaError extends UnusableSchemaError {}

/**
 * Refuses a database whose tables are of another program, before anything is written to it. A SQLite file is one
 * program's; the schema of a server may be shared, as long as no table there has the name of one of Pennon's.
 *
 * @param location Where the database is, for people.
 */
async function refuseForeign(runner: QueryRunner, location: string): Promise<void> {
  const { migrationsTableName: table } = commonOptions;
  // One list: another instance may be making the tables meanwhile, the record of migrations first.
  const tables = await tablesOf(runner);
  if (tables.includes(UNFINISHED_RESTORE)) throw new UnfinishedRestoreError(location);
  if (tables.includes(table)) {
    if (await runner.hasColumn(table, 'name')) return;
    // Flipt keeps the number of its schema in a table of the same name.
    if ((await runner.hasColumn(table, 'dirty')) && tables.includes('flags')) {
      throw new UnusableSchemaError(
        `the database ${location} is one of Flipt, not of Pennon; docs/migrating-from-flipt.md says how to move its flags`,
      );
    }
    throw foreign(location, table);
  }
  const [found] = foreignAmong(tables, runner.connection);
  if (found !== undefined) throw foreign(location, found);
}

function foreign(location: string, table: string): UnusableSchemaError {
  return new UnusableSchemaError(
    `the database ${location} is not one of Pennon: it has a table or view ${table} of another program; use an empty database`,
  );
}

/** Names of tables and views: a view has the names of tables to itself, too. */
export async function tablesOf({
  manager,
}: Pick<DataSource | QueryRunner, 'manager'>): Promise<readonly string[]> {
  const { type } = manager.connection.options;
  const rows = await manager.query<readonly { readonly name: string }[]>(listOf(type));
  return rows.map(({ name }) => name);
}

/** Tables that must not be there while there is no record of migrations. */
function foreignAmong(tables: readonly string[], dataSource: DataSource): readonly string[] {
  if (dataSource.options.type === 'sqlite') return tables;
  const own = new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName));
  return tables.filter((name) => own.has(name));
}

/** Tables that migrations made and later ones dropped. */
const formerTables = ['namespace_changes'];

/** Every table that migrations make, now or on the way. */
export function ownTables({ entityMetadatas }: DataSource): readonly string[] {
  const present = entityMetadatas.map(({ tableName }) => tableName);
  return [...new Set([commonOptions.migrationsTableName, ...present, ...formerTables])];
}

function listOf(type: string): string {
  if (type === 'sqlite') {
    return `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
  }
  const schema = type === 'mysql' ? 'DATABASE()' : 'current_schema()';
  return `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${schema}`;
}

/** How far the schema of a database is, by the names of migrations, oldest first. */
export interface SchemaState {
  /** Those that were run. */
  readonly applied: readonly string[];
  /** Those that this version has and the database has not seen. */
  readonly pending: readonly string[];
  /** Those that the database has seen and this version does not have: they are of a newer version. */
  readonly unknown: readonly string[];
  /** The oldest version that may use the database; undefined where none is written down. */
  readonly minVersion: string | undefined;
  /** Names of the features that may be used. */
  readonly released: readonly string[];
}

type Told = Pick<SchemaState, 'minVersion' | 'released'>;

/** A database that was never used, or only by versions that tell nothing. */
const NOTHING_TOLD: Told = { minVersion: undefined, released: [] };

/** What to do about a schema that is behind. */
export const advice = {
  migrate: 'run `pennon migrate`',
  wait: 'it is for the writer, or `pennon migrate`, to bring it up to date',
} as const;

/** The state of a database that was never used. */
export const emptySchema: SchemaState = stateOf([], NOTHING_TOLD);

/**
 * Reads how far the schema is.
 *
 * @param location Where the database is, for people.
 * @throws UnusableSchemaError if the tables that are there are of another program.
 */
export async function readSchemaState(dataSource: DataSource, location: string): Promise<SchemaState> {
  const runner = dataSource.createQueryRunner();
  try {
    const { migrationsTableName: table } = commonOptions;
    await refuseForeign(runner, location);
    if (!(await runner.hasTable(table))) return emptySchema;
    const rows = await runner.manager
      .createQueryBuilder()
      .select('name')
      .from(table, 'migration')
      .orderBy('id')
      .getRawMany<{ name: string }>();
    const applied = rows.map(({ name }) => name);
    const isTold = applied.includes(Compatibility1764979200000.name);
    return stateOf(applied, isTold ? await readDeployment(runner) : NOTHING_TOLD);
  } finally {
    await runner.release();
  }
}

/** What a database tells of the versions that may use it. Not by the ORM: newer versions have other columns there. */
async function readDeployment({ manager }: QueryRunner): Promise<Told> {
  const [row] = await manager.query<readonly Readonly<Record<'min_version' | 'features', string | null>>[]>(
    'SELECT min_version, features FROM deployment',
  );
  return {
    minVersion: row?.min_version ?? undefined,
    released: featuresIn(row?.features ?? null),
  };
}

/** True if this version is that one or a newer one. False for what is no version. */
export function isVersionFor(minVersion: string): boolean {
  return valid(minVersion) !== null && gte(VERSION, minVersion);
}

/**
 * Why a database is for newer versions only; undefined if it is not. One that a newer version has migrated is for this
 * one too, as long as what it has more is only added.
 */
function whyNewer({ unknown, minVersion }: SchemaState, location: string): string | undefined {
  if (minVersion !== undefined) {
    if (isVersionFor(minVersion)) return undefined;
    return (
      `the database ${location} is for version ${minVersion} of Pennon and newer ones (deployment.min_version), and this ` +
      `is ${VERSION}; run a version that it is for`
    );
  }
  const newest = unknown.at(-1);
  if (newest === undefined) return undefined;
  return (
    `the schema of the database ${location} is newer than this version of Pennon (it has the migration ${newest}); ` +
    'run the version that migrated it, or a newer one'
  );
}

/** @throws NewerSchemaError if the database is for newer versions only. */
export function refuseNewer(state: SchemaState, location: string): void {
  const reason = whyNewer(state, location);
  if (reason !== undefined) throw new NewerSchemaError(reason);
}

/** True unless the database is for newer versions only. */
export function isUsable(state: SchemaState): boolean {
  return whyNewer(state, '') === undefined;
}

/**
 * Refuses a schema that this version cannot work on.
 *
 * @param whenBehind What to do when it is behind.
 * @returns The migrations that it does without until they are run.
 * @throws SchemaError if the database is for newer versions, or behind.
 */
export function requireUsable(
  state: SchemaState,
  location: string,
  whenBehind: string,
): readonly Additions[] {
  refuseNewer(state, location);
  const waiting = deferrable.filter(({ name }) => state.pending.includes(name));
  const needed = state.pending.find((name) => !waiting.some((migration) => migration.name === name));
  if (needed === undefined) return waiting.map((migration) => new migration());
  throw behind(location, needed, whenBehind);
}

/** @throws SchemaError if the database is for newer versions, or behind in anything. */
export function requireCurrent(state: SchemaState, location: string, whenBehind: string): void {
  const [waiting] = requireUsable(state, location, whenBehind);
  if (waiting !== undefined) throw behind(location, waiting.constructor.name, whenBehind);
}

function behind(location: string, migration: string, whenBehind: string): SchemaError {
  return new SchemaError(
    `the schema of the database ${location} is behind (it lacks the migration ${migration}); ${whenBehind}`,
  );
}

function stateOf(applied: readonly string[], told: Told): SchemaState {
  const names = migrations.map(({ name }) => name);
  return {
    applied,
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
    ...told,
  };
}
