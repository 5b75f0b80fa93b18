import type { Dialect } from '@pennon/config';
import { groupBy, InvalidArgumentError } from '@pennon/domain';
import type { FliptConnection } from '../connections/flipt-connection';

/** Names of the columns of every table, by the table's name. */
type TableColumns = ReadonlyMap<string, ReadonlySet<string>>;

const ofServer = (schema: string): string =>
  `SELECT table_name AS "table_name", column_name AS "column_name" FROM information_schema.columns
   WHERE table_schema = ${schema}`;

const queries = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name
           FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`,
  postgres: ofServer('current_schema()'),
  cockroachdb: ofServer('current_schema()'),
  mysql: ofServer('DATABASE()'),
} as const;

/** What tables there are in the database, or in the schema that is used. */
async function readColumns(connection: FliptConnection): Promise<TableColumns> {
  const rows = await connection.query(queries[connection.dialect]);
  const byTable = groupBy(rows, (row) => String(row.table_name));
  return new Map(
    [...byTable].map(([table, columns]) => [table, new Set(columns.map((row) => String(row.column_name)))]),
  );
}

/** The newest schema that is known, by the number Flipt v1 gives it. */
const newestVersions: Readonly<Record<Dialect, number>> = {
  sqlite: 15,
  postgres: 16,
  mysql: 15,
  cockroachdb: 13,
};

/** What every schema of Flipt v1 has, from the first on; all else came later. */
const firstColumns: Readonly<Record<string, readonly string[]>> = {
  flags: ['key', 'name', 'description', 'enabled', 'created_at'],
  variants: ['id', 'flag_key', 'key', 'name', 'description', 'created_at'],
  segments: ['key', 'name', 'description', 'created_at'],
  constraints: ['id', 'segment_key', 'type', 'property', 'operator', 'value', 'created_at'],
  rules: ['id', 'flag_key', 'rank', 'created_at'],
  distributions: ['id', 'rule_id', 'variant_id', 'rollout', 'created_at'],
};

/** Tables that later schemas have, and what is read of them wherever they are. */
const laterColumns: Readonly<Record<string, readonly string[]>> = {
  namespaces: ['key', 'name', 'description'],
  rule_segments: ['rule_id', 'segment_key'],
  rollouts: ['id', 'flag_key', 'type', 'rank'],
  rollout_thresholds: ['rollout_id', 'percentage', 'value'],
  rollout_segments: ['id', 'rollout_id', 'value'],
  rollout_segment_references: ['rollout_segment_id', 'segment_key'],
  authentications: ['id', 'hashed_client_token', 'method', 'metadata', 'expires_at'],
};

/** The tables of a Flipt database: which of those that Flipt has had over the years. */
export class FliptSchema {
  constructor(
    private readonly columns: TableColumns,
    readonly version: number,
  ) {}

  hasTable(table: string): boolean {
    return this.columns.has(table);
  }

  hasColumn(table: string, column: string): boolean {
    return this.columns.get(table)?.has(column) ?? false;
  }
}

/**
 * What schema the database has.
 *
 * @throws InvalidArgumentError if it is none of Flipt v1, or one that is not known; says which.
 */
export async function readSchema(connection: FliptConnection): Promise<FliptSchema> {
  const { location } = connection;
  const columns = await readColumns(connection);
  if (columns.size === 0) throw new InvalidArgumentError(`the database ${location} is empty`);
  if (isPennon(columns)) {
    throw new InvalidArgumentError(`the database ${location} is one of Pennon, not of Flipt`);
  }
  const missing = missingFrom(columns);
  if (missing !== undefined) {
    throw new InvalidArgumentError(`the database ${location} is not one of Flipt v1: it has no ${missing}`);
  }
  const schema = new FliptSchema(columns, await readVersion(connection));
  if (!schema.hasTable('rule_segments') && !schema.hasColumn('rules', 'segment_key')) {
    throw new InvalidArgumentError(
      `the database ${location} is not one of Flipt v1: it does not say which segments rules look at`,
    );
  }
  return schema;
}

/** Its own tables have the same names, but for a few; and the table of migrations is that of another tool. */
function isPennon(columns: TableColumns): boolean {
  const migrations = columns.get('schema_migrations');
  return columns.has('deployment') || (migrations?.has('timestamp') === true && !migrations.has('dirty'));
}

function missingFrom(columns: TableColumns): string | undefined {
  const required = { schema_migrations: ['version', 'dirty'], ...firstColumns };
  const later = Object.entries(laterColumns).filter(([table]) => columns.has(table));
  for (const [table, names] of [...Object.entries(required), ...later]) {
    const present = columns.get(table);
    if (present === undefined) return `table ${table}`;
    const missing = names.find((name) => !present.has(name));
    if (missing !== undefined) return `column ${missing} in the table ${table}`;
  }
  return undefined;
}

/** The number of the schema; what a migration was about to do when it failed, nobody knows. */
async function readVersion(connection: FliptConnection): Promise<number> {
  const { dialect, location } = connection;
  const [row] = await connection.query('SELECT "version", "dirty" FROM "schema_migrations"');
  const version = Number(row?.version);
  if (row === undefined || !Number.isSafeInteger(version)) {
    throw new InvalidArgumentError(`the database ${location} does not say which schema of Flipt it has`);
  }
  if (Number(row.dirty) !== 0) {
    throw new InvalidArgumentError(
      `the schema of the database ${location} is marked dirty: migration ${version} of Flipt has failed halfway; ` +
        'let Flipt finish it, or export the flags to a file with Flipt',
    );
  }
  const newest = newestVersions[dialect];
  if (version > newest) {
    throw new InvalidArgumentError(
      `the database ${location} has schema ${version} of Flipt, and ${newest} is the newest that is known; ` +
        'export the flags to a file with Flipt',
    );
  }
  return version;
}
