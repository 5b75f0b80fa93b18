import { existsSync } from 'node:fs';
import { type DatabaseConfig } from '@pennon/config';
import { migrateFile, stateOfFile } from './embedded/open-embedded';
import { openServer } from './server/server-data-source';
import { migrateServer } from './server/migrate-server';
import { emptySchema, readSchemaState, refuseNewer, type SchemaState } from './database/schema-state';

/** How a migration is run by hand. */
export interface MigrateOptions {
  /** True to change nothing and only say what would be done. */
  readonly dryRun?: boolean;
  /** Called every few seconds while another process migrates; it may throw to give up. */
  readonly onWait?: () => void;
}

/** Says how far the schema of the database is, without changing anything; a file that is missing is empty. */
export async function migrationStatus(config: DatabaseConfig): Promise<SchemaState> {
  if (config.dialect === 'sqlite') return existsSync(config.file) ? stateOfFile(config) : emptySchema;
  const dataSource = await openServer(config.primary, config, { connections: 1, isTimed: true });
  try {
    return await readSchemaState(dataSource, config.location);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Brings the schema up to date, and returns the names of the migrations that were run, oldest first; for a dry run,
 * those that would be.
 *
 * @throws SchemaError if a newer version has migrated the database.
 * @throws UnavailableError if the database cannot be opened.
 */
export async function migrate(
  config: DatabaseConfig,
  { dryRun = false, onWait = () => undefined }: MigrateOptions = {},
): Promise<readonly string[]> {
  if (dryRun) {
    const state = await migrationStatus(config);
    refuseNewer(state, config.location);
    return state.pending;
  }
  const before = await (config.dialect === 'sqlite' ? migrateFile(config) : migrateServer(config, onWait));
  return before.pending;
}
