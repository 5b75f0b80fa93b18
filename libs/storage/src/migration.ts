import { existsSync } from 'node:fs';
import { type DatabaseConfig } from '@pennon/config';
import { migrateFile, stateOfFile } from './embedded/open-embedded';
import { openServer } from './server/server-data-source';
import { migrateServer } from './server/migrate-server';
import { type Migrated, releasedBy } from './database/releasing';
import { emptySchema, readSchemaState, refuseNewer, type SchemaState } from './database/schema-state';

/** How a migration is run by hand. */
export interface MigrateOptions {
  /** True to change nothing and only say what would be done. */
  readonly dryRun?: boolean;
  /** True when every instance is of this version: its features are released. A SQLite file has no other instances. */
  readonly finish?: boolean;
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
 * Brings the schema up to date, and returns what was done; for a dry run, what would be.
 *
 * @throws SchemaError if the database is for newer versions.
 * @throws UnavailableError if the database cannot be opened.
 */
export async function migrate(
  config: DatabaseConfig,
  { dryRun = false, finish = false, onWait = () => undefined }: MigrateOptions = {},
): Promise<Migrated> {
  const releasing = { isAlone: finish || config.dialect === 'sqlite' };
  if (dryRun) {
    const state = await migrationStatus(config);
    refuseNewer(state, config.location);
    return { ran: state.pending, released: releasedBy(state, releasing) };
  }
  return config.dialect === 'sqlite' ? migrateFile(config) : migrateServer(config, releasing, onWait);
}
