import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '@pennon/config';
import { Database, UnitOfWork, type Stores } from '@pennon/storage';

/** A database of a test's own: a real SQLite file in a directory that goes with it. */
export interface TemporaryDatabase {
  readonly file: string;
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  /** Closes the database and removes the file. */
  remove(): Promise<void>;
}

/** Opens a new, migrated database. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-database-'));
  const file = join(directory, 'pennon.db');
  const database = await Database.open(configFor(file).db);
  return {
    file,
    database,
    unitOfWork: new UnitOfWork(database),
    async remove() {
      await database.close();
      rmSync(directory, { recursive: true });
    },
  };
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

/** The configuration of a server on this database file, without anything of the machine the test runs on. */
export function configFor(file: string, env: NodeJS.ProcessEnv = {}): Config {
  return loadConfig({ env: { PENNON_DB_URL: `file:${file}`, ...env }, root: '/nonexistent' }).config;
}
