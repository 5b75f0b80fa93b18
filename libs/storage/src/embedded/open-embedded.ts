import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import type { SqliteDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import type { Database } from '../database/database';
import { type OpenOptions, waitUntilReady } from '../database/open-options';
import {
  advice,
  readSchemaState,
  refuseNewer,
  requireCurrent,
  type SchemaState,
} from '../database/schema-state';
import { release, releasedBy, type Migrated } from '../database/releasing';
import { isCorrupt } from '../database/driver-errors';
import { DiskReserve } from './disk-reserve';
import { EmbeddedDatabase } from './embedded-database';
import { FileGuard } from './file-guard';
import { identityOf } from './file-identity';
import { FileLock } from './file-lock';
import { assertNeverThere } from './missing-file';
import { assertOneName } from './one-name';
import { checkpoint, openReader, openWriter, prepareWrites } from './sqlite-data-source';

/**
 * Runs the migrations that are pending, in one transaction that holds the file's write lock from its beginning: of
 * several processes that start together one migrates, and the others find nothing left to do.
 */
async function migrateSqlite(writer: DataSource, { location }: SqliteDatabaseConfig): Promise<Migrated> {
  await writer.query('BEGIN IMMEDIATE');
  try {
    const state = await readSchemaState(writer, location);
    const released = releasedBy(state, { isAlone: true });
    await writer.runMigrations({ transaction: 'none' });
    await release(writer.manager, released);
    await writer.query('COMMIT');
    return { ran: state.pending, released };
  } catch (error) {
    await writer.query('ROLLBACK');
    throw error;
  }
}

/** Opens the file to change it, creating it and its directory when missing; with its schema up to date. */
export async function openEmbeddedWriter(
  config: SqliteDatabaseConfig,
  { isServer = false }: Pick<OpenOptions, 'isServer'>,
): Promise<Database> {
  const reserve = new DiskReserve(config.file);
  return reserve.opening(() =>
    opening(config, async (opened) => {
      let writer = opened(await openUsable(config));
      const lock = isServer ? opened(await lockDatabase(config)) : undefined;
      if (lock !== undefined) {
        // A restore may have had the lock until now, and put another file in the place of the one that is open.
        await writer.destroy();
        writer = opened(await openUsable(config));
      }
      const identity = identityOf(config.file);
      await prepareWrites(writer, config);
      if (config.migrate) await migrateSqlite(writer, config);
      const reader = opened(await openReader(config));
      if (isServer) {
        await checkpoint(writer);
        await reserve.fill();
      }
      const guard = FileGuard.of(config, identity, isServer);
      return new EmbeddedDatabase({ writer, reader, guard, lock, ...(isServer && { reserve }) }, config);
    }),
  );
}

/** Opens the file to change it. @throws SchemaError if its schema cannot be used. */
async function openUsable(config: SqliteDatabaseConfig): Promise<DataSource> {
  await assertNeverThere(config.file);
  const writer = await openWriter(config);
  try {
    const state = await readSchemaState(writer, config.location);
    refuseNewer(state, config.location);
    if (!config.migrate) requireCurrent(state, config.location, advice.migrate);
    return writer;
  } catch (error) {
    await writer.destroy();
    throw error;
  }
}

/** The lock lies beside the file itself, whatever links lead there. */
async function lockDatabase({ file, location }: SqliteDatabaseConfig): Promise<FileLock> {
  const advice = '; a SQLite file has one server, so stop one of them, or use a database server';
  return FileLock.take(`${await realpath(file)}.lock`, `the database ${location}`, advice);
}

/** Brings the schema of the file up to date, creating it when missing, and returns what was done. */
export async function migrateFile(config: SqliteDatabaseConfig): Promise<Migrated> {
  return opening(config, async (opened) => {
    await assertNeverThere(config.file);
    const writer = opened(await openWriter(config));
    refuseNewer(await readSchemaState(writer, config.location), config.location);
    await prepareWrites(writer, config);
    const migrated = await migrateSqlite(writer, config);
    await writer.destroy();
    return migrated;
  });
}

/** Opens a connection of its own to the file, which is there, to read it. The caller closes it. */
export async function openToRead(config: SqliteDatabaseConfig): Promise<DataSource> {
  return new DiskReserve(config.file).opening(() =>
    opening(config, async (opened) => {
      const reader = opened(await openReader(config));
      // The file itself is opened by the first statement.
      await reader.query('SELECT COUNT(*) FROM sqlite_master');
      return reader;
    }),
  );
}

/** Reads how far the schema of the file is, which is there. */
export async function stateOfFile(config: SqliteDatabaseConfig): Promise<SchemaState> {
  return opening(config, async (opened) => {
    const reader = opened(await openReader(config));
    const state = await readSchemaState(reader, config.location);
    await reader.destroy();
    return state;
  });
}

/** Opens the file of another process to read it, when it is there and has the schema. */
export async function openEmbeddedReader(
  config: SqliteDatabaseConfig,
  options: Pick<OpenOptions, 'onWait' | 'signal'>,
): Promise<Database> {
  return waitUntilReady(async () => {
    if (!existsSync(config.file)) {
      throw new UnavailableError(`the database ${config.location} is not there yet`);
    }
    return new DiskReserve(config.file).opening(() =>
      opening(config, async (opened) => {
        const reader = opened(await openReader(config));
        const identity = identityOf(config.file);
        requireCurrent(await readSchemaState(reader, config.location), config.location, advice.wait);
        const guard = FileGuard.of(config, identity);
        return new EmbeddedDatabase({ reader, writer: undefined, guard }, config);
      }),
    );
  }, options);
}

/** Hands over what is to be closed when opening fails. */
type Opened = <R extends DataSource | FileLock>(resource: R) => R;

/**
 * Runs `open`, which hands over each resource it opens: when it fails they are closed.
 *
 * @throws SecondNameError if the file has a second name.
 * @throws UnavailableError if it cannot be opened, with what the driver said as the cause.
 */
async function opening<T>(
  { file, location }: SqliteDatabaseConfig,
  open: (opened: Opened) => Promise<T>,
): Promise<T> {
  const resources: (DataSource | FileLock)[] = [];
  try {
    if (existsSync(file)) await assertOneName(file, location);
    return await open((resource) => {
      resources.push(resource);
      return resource;
    });
  } catch (error) {
    // The ORM refuses to close a connection twice.
    for (const resource of resources) await resource.destroy().catch(() => undefined);
    if (error instanceof UnavailableError) throw error;
    const remedy = isCorrupt(error)
      ? `: it is damaged; stop every process that uses it and restore a backup: see docs/backup.md`
      : '';
    throw new UnavailableError(`the database ${location} cannot be opened${remedy}`, { cause: error });
  }
}
