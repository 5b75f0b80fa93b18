import { type DataSource } from 'typeorm';
import { migrations } from '../migrations/migrations';
import { commonOptions } from '../data-source-options';
import { refuseForeign } from './refuse-foreign';
import { NewerSchemaError, SchemaError } from './schema-errors';

/** How far the schema of a database is, by the names of migrations, oldest first. */
export interface SchemaState {
  /** Those that were run. */
  readonly applied: readonly string[];
  /** Those that this version has and the database has not seen. */
  readonly pending: readonly string[];
  /** Those that the database has seen and this version does not have: it is a newer version’s. */
  readonly unknown: readonly string[];
}

/** What to do about a schema that is behind. */
export const advice = {
  migrate: 'run `pennon migrate`',
  wait: 'it is for the writer, or `pennon migrate`, to bring it up to date',
} as const;

/** The state of a database that was never used. */
export const emptySchema: SchemaState = stateOf([]);

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
    return stateOf(rows.map(({ name }) => name));
  } finally {
    await runner.release();
  }
}

/** @throws NewerSchemaError if a newer version has migrated the database. */
export function refuseNewer({ unknown }: SchemaState, location: string): void {
  const newest = unknown.at(-1);
  if (newest === undefined) return;
  throw new NewerSchemaError(
    `the schema of the database ${location} is newer than this version of Pennon (it has the migration ${newest}); ` +
      'run the version that migrated it, or a newer one',
  );
}

/** @throws SchemaError if the database is newer, or behind. @param whenBehind What to do when it is behind. */
export function requireCurrent(state: SchemaState, location: string, whenBehind: string): void {
  refuseNewer(state, location);
  const [first] = state.pending;
  if (first === undefined) return;
  throw new SchemaError(
    `the schema of the database ${location} is behind (it lacks the migration ${first}); ${whenBehind}`,
  );
}

function stateOf(applied: readonly string[]): SchemaState {
  const names = migrations.map(({ name }) => name);
  return {
    applied,
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  };
}
