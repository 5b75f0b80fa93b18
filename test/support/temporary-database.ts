import { readFileSync, writeFileSync } from 'node:fs';
import { loadConfig, type Config } from '@pennon/config';
import { openDatabase, UnitOfWork, type Database, type Stores } from '@pennon/storage';
import { testDialect } from './database-server';
import { createTestDatabase, type TestDatabase } from './test-database';

/** Settings by environment variable. */
type Settings = NodeJS.ProcessEnv;

/** A row by its columns. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A database of a test's own: a real one, migrated, that goes with the test. */
export interface TemporaryDatabase {
  /** As `db.url` takes it. */
  readonly url: string;
  /** A directory of the test’s own. */
  readonly directory: string;
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  /** The configuration of an instance on this database. */
  config(settings?: Settings): Config;
  /** Opens it once more, as another instance would; the caller closes it. */
  openAgain(settings?: Settings): Promise<Database>;
  /**
   * The rows of a table as they lie there, of one order; whole numbers are numbers, whatever the driver makes of them.
   */
  rows(table: string, orderBy?: string): Promise<readonly StoredRow[]>;
  /** Closes and removes the database. */
  remove(): Promise<void>;
}

/**
 * Databases of servers that a test has done with, empty again: to create one takes a second. They are dropped after
 * the last test of the file.
 */
const spare: TestDatabase[] = [];

afterAll(async () => {
  for (const one of spare.splice(0)) await one.remove();
});

/**
 * A file of SQLite as it is once it is migrated: what the first test of a worker needs anew, the others get. Files of
 * tests share nothing but the global object.
 */
const migrated = globalThis as { pennonMigratedFile?: Buffer };

/** Opens a new, migrated database. @param settings Of the instance that opens it. */
export async function openTemporaryDatabase(settings: Settings = {}): Promise<TemporaryDatabase> {
  const made = spare.pop() ?? (await createTestDatabase());
  if (testDialect === 'sqlite') await layMigratedFile(made.url);
  const config = (more: Settings = {}): Config => configFor(made.url, more);
  const database = await openDatabase(config(settings).db, 'writer');
  return {
    url: made.url,
    directory: made.directory,
    database,
    unitOfWork: new UnitOfWork(database),
    config,
    openAgain: (more) => openDatabase(config(more).db, 'writer'),
    rows: (table, orderBy) => rowsOf(database, table, orderBy),
    async remove() {
      const isSpare = testDialect !== 'sqlite' && (await isEmptied(database));
      await database.close();
      if (isSpare) spare.push(made);
      else await made.remove();
    },
  };
}

/** Migrations take three quarters of the time that a new file does. */
async function layMigratedFile(url: string): Promise<void> {
  const file = url.slice('file:'.length);
  if (migrated.pennonMigratedFile === undefined) {
    await (await openDatabase(configFor(url).db, 'writer')).close();
    migrated.pennonMigratedFile = readFileSync(file);
  } else {
    writeFileSync(file, migrated.pennonMigratedFile);
  }
}

async function rowsOf(database: Database, table: string, orderBy?: string): Promise<readonly StoredRow[]> {
  const rows = await database.read((manager) => {
    const query = manager.createQueryBuilder().select('*').from(table, 'stored');
    return (orderBy === undefined ? query : query.orderBy(orderBy)).getRawMany<StoredRow>();
  });
  const plain = (value: unknown): unknown =>
    typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
  );
}

/** What tests of the stores do with a database: write, and see what was written. */
export interface StoresUnderTest {
  readonly write: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>;
  readonly read: <T>(work: (stores: Stores) => Promise<T>) => Promise<T>;
}

/** Gives every test of the file or block a new database. */
export function newDatabaseForEachTest(): StoresUnderTest {
  let temporary: TemporaryDatabase;
  beforeEach(async () => {
    temporary = await openTemporaryDatabase();
  });
  afterEach(async () => {
    await temporary.remove();
  });
  return {
    write: async (work) => temporary.unitOfWork.write(work),
    read: async (work) => temporary.unitOfWork.read(work),
  };
}

/** Where every transaction is asked to be run again, large ones take longer than anybody waits. */
const patience = testDialect === 'cockroachdb' ? { PENNON_DB_BUSY_TIMEOUT: '20s' } : {};

/** The configuration of an instance on the database of this URL, without anything of the machine the test runs on. */
export function configFor(url: string, settings: Settings = {}): Config {
  return loadConfig({ env: { PENNON_DB_URL: url, ...patience, ...settings }, root: '/nonexistent' }).config;
}

/**
 * Makes a database as it was when it was migrated; false when a test has changed more than rows.
 *
 * Children first: what holds segments keeps them from going.
 */
async function isEmptied(database: Database): Promise<boolean> {
  const emptied = database.write(async (manager) => {
    const tables = manager.connection.entityMetadatas.map(({ tableName }) => tableName);
    for (const table of tables.toReversed().filter((name) => name !== 'deployment')) {
      await manager.createQueryBuilder().delete().from(table).execute();
    }
    await manager.query('UPDATE deployment SET token_revision = 0');
    await manager.insert('AuditPosition', { name: 'end', position: 0 });
    const now = Date.now() * 1000;
    await manager.insert('Namespace', {
      key: 'default',
      name: 'Default',
      description: 'Default namespace',
      isProtected: true,
      revision: 0,
      createdAt: now,
      updatedAt: now,
    });
  });
  return emptied.then(
    () => true,
    () => false,
  );
}
