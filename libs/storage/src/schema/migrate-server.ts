import { QueryFailedError, type DataSource } from 'typeorm';
import { type ServerDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { openServer } from '../server/server-data-source';
import { withMigrationLock } from './migration-lock';
import { readSchemaState, refuseNewer, type SchemaState } from './schema-state';

/** Connections of a migration: one holds the lock, and one migrates. */
const CONNECTIONS = 2;

/**
 * Runs the migrations that are pending, and returns how far the schema was before. Of several processes that start
 * together one migrates; the others wait for it and find nothing left to do.
 *
 * @param onWait Called every few seconds while another process migrates; it may throw to give up.
 * @throws SchemaError if a newer version has migrated the database.
 */
export async function migrateServer(config: ServerDatabaseConfig, onWait: () => void): Promise<SchemaState> {
  const use = { connections: CONNECTIONS, isTimed: false, mustWrite: true };
  const dataSource = await openServer(config.primary, config, use);
  try {
    const before = await readSchemaState(dataSource, config.location);
    refuseNewer(before, config.location);
    if (before.pending.length === 0) return before;
    return await withMigrationLock(dataSource, onWait, () => runPending(dataSource, config));
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    throw new UnavailableError(`the database ${config.location} cannot be migrated`, { cause: error });
  } finally {
    await dataSource.destroy();
  }
}

async function runPending(dataSource: DataSource, config: ServerDatabaseConfig): Promise<SchemaState> {
  const before = await readSchemaState(dataSource, config.location);
  refuseNewer(before, config.location);
  // MySQL commits at every change of a table, and CockroachDB changes tables after the commit: there a migration
  // that was broken off is run again, and every one of them can be.
  const transaction = config.dialect === 'postgres' ? 'all' : 'none';
  await dataSource.runMigrations({ transaction });
  return before;
}
