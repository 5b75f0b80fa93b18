import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anAuthentication } from '@pennon/testing';
import { DataSource } from 'typeorm';
import { configFor } from '../../../../test/support/temporary-database';
import { openDatabase } from '../open-database';
import { DatabaseTokenStore } from '../database-token-store';
import { InitialSchema1763683200000 } from './1763683200000-initial-schema';
import { Authentications1763769600000 } from './1763769600000-authentications';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-migrations-'));
  file = join(directory, 'pennon.db');
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

type Row = Readonly<Record<string, unknown>>;

/** Opens the file with nothing but the driver, to run these migrations on it. */
async function openPlainly(migrations: (new () => object)[]): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'sqlite',
    database: file,
    migrations,
    migrationsTableName: 'schema_migrations',
  });
  return dataSource.initialize();
}

/** Makes a database as it was before there were authentications, with a flag in it, and returns what it holds. */
async function makeOlderDatabase(): Promise<readonly (readonly Row[])[]> {
  const older = await openPlainly([InitialSchema1763683200000]);
  await older.runMigrations();
  await older.query(`UPDATE "namespaces" SET "revision" = 7`);
  await older.query(
    `INSERT INTO "flags" ("namespace_key", "key", "name", "description", "type", "enabled", "created_at", "updated_at")
     VALUES ('default', 'checkout', 'Checkout', '', 'boolean', TRUE, 1, 2)`,
  );
  const held = await holdings((sql) => older.query<Row[]>(sql));
  await older.destroy();
  return held;
}

/** The tables of the first migration that are still what they were, with their indexes, and namespaces and flags. */
async function holdings(
  query: (sql: string) => Promise<readonly Row[]>,
): Promise<readonly (readonly Row[])[]> {
  const tables = firstTables.map((name) => `'${name}'`).join();
  return [
    await query(
      `SELECT "type", "name", "sql" FROM "sqlite_master" WHERE "tbl_name" IN (${tables}) ORDER BY "name"`,
    ),
    await query('SELECT "key", "name", "revision", "created_at" FROM "namespaces"'),
    await query(
      'SELECT "namespace_key", "key", "name", "description", "type", "enabled", "created_at", "updated_at" FROM "flags"',
    ),
  ];
}

const firstTables = [
  ...['variants', 'segments', 'constraints'],
  ...['rules', 'rule_segments', 'distributions', 'rollouts', 'rollout_segments'],
];

/** Names of the tables and indexes that the migration adds, as far as they are there. */
async function additions(dataSource: DataSource): Promise<readonly Row[]> {
  return dataSource.query<Row[]>(
    `SELECT "type", "tbl_name" FROM "sqlite_master"
     WHERE "tbl_name" IN ('authentications', 'operation_lock') AND "name" NOT LIKE 'sqlite_%' ORDER BY 2, 1`,
  );
}

describe('a database of before there were authentications', () => {
  it('keeps its schema and its rows when it is opened, and has what is new', async () => {
    const before = await makeOlderDatabase();
    const database = await openDatabase(configFor(`file:${file}`).db, 'writer');
    expect(await holdings((sql) => database.read((manager) => manager.query<Row[]>(sql)))).toEqual(before);
    const store = new DatabaseTokenStore(database);
    expect(await store.hasAny('token')).toBe(false);
    await store.create(anAuthentication('a'), 'hash');
    expect(await store.findByHash('hash')).toEqual(anAuthentication('a'));
    await database.close();
  });
});

describe('the migration', () => {
  it('can be undone, which leaves everything else, and done again', async () => {
    const before = await makeOlderDatabase();
    const dataSource = await openPlainly([InitialSchema1763683200000, Authentications1763769600000]);
    for (let round = 0; round < 2; round++) {
      await dataSource.runMigrations();
      expect(await additions(dataSource)).toEqual([
        { type: 'index', tbl_name: 'authentications' },
        { type: 'index', tbl_name: 'authentications' },
        { type: 'table', tbl_name: 'authentications' },
        { type: 'table', tbl_name: 'operation_lock' },
      ]);
      await dataSource.undoLastMigration();
      expect(await additions(dataSource)).toEqual([]);
      expect(await holdings((sql) => dataSource.query<Row[]>(sql))).toEqual(before);
    }
    await dataSource.destroy();
  });
});
