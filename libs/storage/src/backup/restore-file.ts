import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource } from 'typeorm';
import type { SqliteDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { isBusy } from '../database/driver-errors';
import { tablesOf } from '../database/schema-state';
import { FileLock } from '../embedded/file-lock';
import { openToRead } from '../embedded/open-embedded';
import { placeOf, sqliteFilesOf } from '../embedded/own-files';
import { damageIn, openWriter } from '../embedded/sqlite-data-source';
import { BackupTargetError } from './backup-error';

/** @throws BackupTargetError if the file has tables, or cannot be written. One that is missing is fine. */
export async function assertEmptyFile(config: SqliteDatabaseConfig): Promise<void> {
  const directory = dirname(await placeOf(config.file));
  await assertWritable(directory, `the directory ${directory} of the database`);
  const present = await stat(config.file).catch(() => undefined);
  if (present === undefined) return;
  if (!present.isFile())
    throw new BackupTargetError(
      `the database ${config.location} is no regular file; name another one in db.url`,
    );
  await assertWritable(config.file, `the database ${config.location}`);
  if (present.size === 0) return;
  const reader = await openToRead(config);
  try {
    await assertNoTables(reader, config);
  } finally {
    await reader.destroy();
  }
}

/** @param thing What it is, for people. @throws BackupTargetError */
async function assertWritable(path: string, thing: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    const { code = '' } = Object(error) as Partial<NodeJS.ErrnoException>;
    const [what, remedy] =
      code === 'ENOENT' ? ['does not exist', 'create it'] : [`cannot be written (${code})`, 'allow that'];
    throw new BackupTargetError(`${thing} ${what}; ${remedy}, or name another file in db.url`);
  }
}

async function assertNoTables(
  dataSource: DataSource,
  { location }: Pick<SqliteDatabaseConfig, 'location'>,
): Promise<void> {
  const [table] = await tablesOf(dataSource);
  if (table === undefined) return;
  throw new BackupTargetError(
    `the database ${location} is not empty: it has the table ${table}; stop its server and move the file and those ` +
      'beside it (-wal, -shm) away, or name another file in db.url',
  );
}

/**
 * Makes a SQLite file in a file beside it, which takes its place when it is whole. A server that starts meanwhile is
 * refused, as by another server.
 *
 * @param fill Fills the empty database.
 * @throws LockedError if a server has the file.
 * @throws BackupTargetError if the file has tables, or cannot be written.
 */
export async function restoreFile(
  config: SqliteDatabaseConfig,
  fill: (dataSource: DataSource) => Promise<void>,
): Promise<void> {
  await assertEmptyFile(config);
  const target = await placeOf(config.file);
  const advice = '; stop it, and restore into an empty database';
  const lock = await FileLock.take(`${target}.lock`, `the database ${config.location}`, advice);
  const building = `${target}.restoring`;
  try {
    await assertEmptyFile(config);
    // That of a restore that was killed.
    await removeFile(building);
    await build({ ...config, file: building }, fill);
    await putInPlace(building, { ...config, file: target });
  } finally {
    await removeFile(building);
    await lock.destroy();
  }
}

async function removeFile(file: string): Promise<void> {
  for (const name of sqliteFilesOf(file)) await rm(name, { force: true });
}

async function build(
  config: SqliteDatabaseConfig,
  fill: (dataSource: DataSource) => Promise<void>,
): Promise<void> {
  const writer = await openWriter(config);
  try {
    // What is half made is thrown away, so nothing has to be undone or flushed on the way.
    await writer.query('PRAGMA journal_mode = OFF');
    await writer.query('PRAGMA synchronous = OFF');
    await fill(writer);
    await assertSound(writer);
  } finally {
    await writer.destroy();
  }
  await flush(config.file);
}

/** @throws UnavailableError if SQLite finds fault with what was written, as on a disk that is. */
async function assertSound(writer: DataSource): Promise<void> {
  const damage = await damageIn(writer);
  if (damage !== undefined)
    throw new UnavailableError(`what was written cannot be read back (${damage}); use another disk`);
}

/** Has the system write a file, or the names in a directory, to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Puts the new file in the place of the empty one, which nobody else has open meanwhile: SQLite's own lock keeps
 * commands and readers from it, which the lock of servers does not.
 */
async function putInPlace(building: string, config: SqliteDatabaseConfig): Promise<void> {
  const { file, location } = config;
  const wasMissing = (await stat(file).catch(() => undefined)) === undefined;
  // That of a file that is gone.
  if (wasMissing) await removeFile(file);
  const empty = await openWriter(config);
  let isPlaced = false;
  try {
    await empty.query('PRAGMA journal_mode = DELETE');
    await empty.query('BEGIN EXCLUSIVE');
    await assertNoTables(empty, config);
    await rename(building, file);
    isPlaced = true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new UnavailableError(
      `the database ${location} is in use by another process; stop it, and restore again`,
    );
  } finally {
    await empty.destroy();
    if (wasMissing && !isPlaced) await rm(file, { force: true });
  }
  await flush(dirname(file));
}
