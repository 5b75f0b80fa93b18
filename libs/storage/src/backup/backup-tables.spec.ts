import { DataSource } from 'typeorm';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';
import { commonOptions, migrations } from '../database/data-source-options';
import { ownTables, tablesOf } from '../database/schema-state';
import { driver } from '../embedded/sqlite-data-source';
import { backupTables, columnsLeftOut, tablesLeftOut } from './backup-tables';
import { namedMarks, presentMarks } from './new-identity';

const names = migrations.map(({ name }) => name);

let temporary: TemporaryDatabase;

beforeAll(async () => {
  temporary = await openTemporaryDatabase();
});

afterAll(async () => {
  await temporary.remove();
});

/** The columns that a database of a server or of a test has, by table. */
async function presentColumns(): Promise<ReadonlyMap<string, readonly string[]>> {
  return temporary.database.read(async (manager) => {
    const columns = new Map<string, readonly string[]>();
    for (const table of (await tablesOf({ manager })).filter((name) => name !== 'schema_lock')) {
      const found = await manager.queryRunner?.getTable(table);
      columns.set(table, found?.columns.map(({ name }) => name) ?? []);
    }
    return columns;
  });
}

it('has every table and column of the schema, or a reason to leave it out', async () => {
  const expected = new Map<string, readonly string[]>();
  for (const { name, columns } of await backupTables(names)) {
    const leftOut = columnsLeftOut.filter(({ table }) => table === name).map(({ column }) => column);
    expected.set(name, [...columns.map((column) => column.name), ...leftOut]);
  }
  const present = await presentColumns();
  const sorted = (columns: readonly string[] = []): readonly string[] => columns.toSorted();
  for (const [table, columns] of present) {
    if (Object.hasOwn(tablesLeftOut, table)) expect(expected.has(table)).toBe(false);
    else expect([table, sorted(expected.get(table))]).toEqual([table, sorted(columns)]);
  }
  for (const table of [...expected.keys(), ...Object.keys(tablesLeftOut)])
    expect([...present.keys()]).toContain(table);
});

it('is what it was decided to be: a new table is put here, or among those that are left out', async () => {
  expect((await backupTables(names)).map(({ name }) => name)).toEqual([
    'namespaces',
    'deleted_namespaces',
    'flags',
    'variants',
    'segments',
    'constraints',
    'rules',
    'rule_segments',
    'distributions',
    'rollouts',
    'rollout_segments',
    'authentications',
    'deployment',
    'token_revocations',
    'audit_events',
    'audit_positions',
    'audit_dead_letters',
    'evaluation_counts',
    'count_sources',
    'revisions',
    'revision_items',
    'change_requests',
    'change_reviews',
    'review_policies',
    'request_keys',
    'change_subjects',
    'change_series',
    'saved_items',
  ]);
});

it('has what the schema of earlier migrations had', async () => {
  const tables = await backupTables(names.slice(0, names.indexOf('RevisionMarks1764460800000')));
  expect(tables.map(({ name }) => name)).toContain('namespace_changes');
  const columns = tables.find(({ name }) => name === 'namespaces')?.columns.map(({ name }) => name);
  expect(columns).not.toContain('mark');
});

it('orders rows by their primary key, in the order of its columns', async () => {
  const tables = await backupTables(names);
  const keyOf = (table: string): unknown => tables.find(({ name }) => name === table)?.primaryKey;
  expect(keyOf('revision_items')).toEqual(['namespace_key', 'revision', 'kind', 'key']);
  expect(keyOf('rollout_segments')).toEqual(['rollout_id', 'segment_key']);
  for (const { primaryKey } of tables) expect(primaryKey).not.toEqual([]);
});

it('knows every column that has the mark of a revision which may be the present one', async () => {
  const found = (await backupTables(names)).flatMap(({ name, columns }) =>
    columns.filter((column) => /(^|_)mark$/.test(column.name)).map((column) => `${name}.${column.name}`),
  );
  const known = [
    ...Object.entries(presentMarks).map(([table, { mark }]) => `${table}.${mark}`),
    ...Object.entries(namedMarks).flatMap(([table, marks]) => marks.map((mark) => `${table}.${mark}`)),
  ];
  expect(found.toSorted()).toEqual(known.toSorted());
});

it('can drop whatever migrations make on the way', async () => {
  const options = { ...commonOptions, type: 'sqlite', database: ':memory:', driver } as const;
  const dataSource = await new DataSource(options).initialize();
  const made = new Set<string>();
  for (const migration of dataSource.migrations) {
    const runner = dataSource.createQueryRunner();
    await migration.up(runner);
    for (const table of await tablesOf(dataSource)) made.add(table);
  }
  expect([...made].filter((table) => !ownTables(dataSource).includes(table))).toEqual([]);
  await dataSource.destroy();
});
