import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase, dropServerDatabase, queryServer, testDialect } from './database-server';
import { queryFile } from './query-file';

/** An empty database for a test, without a schema. */
export interface TestDatabase {
  /** As `db.url` takes it. */
  readonly url: string;
  /** A directory of the test’s own; the file of SQLite is `pennon.db` in it. */
  readonly directory: string;
  /** Removes the database, and the directory unless it was given. */
  remove(): Promise<void>;
}

/**
 * Makes a database of the kind that the tests run on.
 *
 * @param directory Whoever gives the same one gets the same database; one of its own unless given.
 */
export async function createTestDatabase(directory?: string): Promise<TestDatabase> {
  const home = directory ?? mkdtempSync(join(tmpdir(), 'pennon-test-'));
  const url =
    testDialect === 'sqlite'
      ? `file:${join(home, 'pennon.db')}`
      : await createServerDatabase(testDialect, home);
  return {
    url,
    directory: home,
    async remove() {
      if (testDialect !== 'sqlite') await dropServerDatabase(url);
      if (directory === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The rows that a query finds in a database of that URL, opened from outside by nothing but the driver. */
export async function queryDatabase<Row>(url: string, sql: string): Promise<readonly Row[]> {
  return url.startsWith('file:')
    ? queryFile<Row>(url.slice('file:'.length), sql)
    : queryServer<Row>(url, sql);
}
