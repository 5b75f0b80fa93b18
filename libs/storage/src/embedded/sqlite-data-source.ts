import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import type { SqliteDatabaseConfig } from '@pennon/config';
import { OWNER_ONLY, restrictToOwner } from '@pennon/platform';
import { commonOptions } from '../database/data-source-options';
import { isBusy, isCorrupt } from '../database/driver-errors';
import { CachingConnection } from './caching-connection';

/**
 * The driver, without what TypeORM would switch on: traces that write down each statement and its values before it
 * runs. They cost more than the statement, and an error would show values that are nobody's business.
 */
export const driver = { verbose: () => ({ ...sqlite3, Database: CachingConnection }) };

/** How long until another try at what somebody else is just doing, in milliseconds. */
const BUSY_WAIT_MS = 20;

/**
 * Opens a connection that may write, and changes nothing yet. Creates the file, and its directory for its owner alone,
 * when missing.
 */
export async function openWriter(config: SqliteDatabaseConfig): Promise<DataSource> {
  await mkdir(dirname(config.file), { recursive: true, mode: 0o700 });
  if (!existsSync(config.file)) await (await open(config.file, 'a', OWNER_ONLY)).close();
  return new DataSource(optionsOf(config)).initialize();
}

/**
 * Prepares the file for being written: only its owner may read it, it has a write-ahead log, and every commit is
 * flushed to the disk.
 */
export async function prepareWrites(
  writer: DataSource,
  { file, busyTimeout }: SqliteDatabaseConfig,
): Promise<void> {
  // SQLite creates the write-ahead log and its index with the mode of the database; those of a crash are there already.
  for (const suffix of ['', '-wal', '-shm']) restrictToOwner(file + suffix);
  await keepWriteAheadLog(writer, busyTimeout);
  await writer.query('PRAGMA synchronous = FULL');
}

/**
 * Makes the file one with a write-ahead log. Not by the ORM, which does it before it sets the time to wait for others;
 * and SQLite itself does not wait when two make it so in the same moment.
 */
async function keepWriteAheadLog(writer: DataSource, patience: number): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      await writer.query('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      await delay(BUSY_WAIT_MS);
    }
  }
}

/**
 * Writes the write-ahead log to the database, as far as readers and the disk allow. A log that a crash left behind
 * counts as an interrupted checkpoint until then, which would hide changes by other programs from `FileGuard`.
 *
 * @throws the error of the driver if the file is damaged.
 */
export async function checkpoint(writer: DataSource): Promise<void> {
  try {
    await writer.query('PRAGMA wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (isCorrupt(error)) throw error;
  }
}

/** What SQLite finds wrong with a file, in its words; undefined for nothing. Reads all of it. */
export async function damageIn(dataSource: DataSource): Promise<string | undefined> {
  const [row] = await dataSource.query<readonly { readonly quick_check: string }[]>('PRAGMA quick_check(1)');
  if (row?.quick_check === 'ok') return undefined;
  // After a line that names the file as SQLite calls it.
  return row?.quick_check.split('\n').at(-1) ?? 'no answer';
}

/** Opens a connection that cannot change anything. The file must be there. */
export async function openReader(config: SqliteDatabaseConfig): Promise<DataSource> {
  const reader = await new DataSource({ ...optionsOf(config), flags: sqlite3.OPEN_READONLY }).initialize();
  try {
    // SQLite opens the write-ahead log, and takes the lock that it keeps, with the first read.
    await reader.query('SELECT 1 FROM sqlite_master LIMIT 1');
  } catch (error) {
    await reader.destroy();
    throw error;
  }
  return reader;
}

function optionsOf({ file, busyTimeout }: SqliteDatabaseConfig): {
  readonly type: 'sqlite';
  readonly database: string;
  readonly busyTimeout: number;
  readonly driver: unknown;
} & typeof commonOptions {
  return { ...commonOptions, type: 'sqlite', database: file, busyTimeout, driver };
}
