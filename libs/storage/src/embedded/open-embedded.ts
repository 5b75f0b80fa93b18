import { existsSync } from 'node:fs';
import { type SqliteDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { type DataSource } from 'typeorm';
import { type Database } from '../database';
import { type OpenOptions } from '../open-options';
import { migrateSqlite } from '../schema/migrate-sqlite';
import {
  advice,
  readSchemaState,
  refuseNewer,
  requireCurrent,
  type SchemaState,
} from '../schema/schema-state';
import { waitUntilReady } from '../wait-until-ready';
import { EmbeddedDatabase } from './embedded-database';
import { openReader, openWriter } from './sqlite-data-source';

/** Opens the file to change it, creating it and its directory when missing; with its schema up to date. */
export async function openEmbeddedWriter(config: SqliteDatabaseConfig): Promise<Database> {
  return opening(config, async (opened) => {
    const writer = opened(await openWriter(config));
    const state = await readSchemaState(writer);
    refuseNewer(state, config.location);
    if (config.migrate) await migrateSqlite(writer);
    else requireCurrent(state, config.location, advice.migrate);
    const reader = opened(await openReader(config));
    return new EmbeddedDatabase({ writer, reader }, config);
  });
}

/** Brings the schema of the file up to date, creating it when missing, and returns how far it was before. */
export async function migrateFile(config: SqliteDatabaseConfig): Promise<SchemaState> {
  return opening(config, async (opened) => {
    const writer = opened(await openWriter(config));
    const before = await readSchemaState(writer);
    refuseNewer(before, config.location);
    await migrateSqlite(writer);
    await writer.destroy();
    return before;
  });
}

/** Reads how far the schema of the file is, which is there. */
export async function stateOfFile(config: SqliteDatabaseConfig): Promise<SchemaState> {
  return opening(config, async (opened) => {
    const reader = opened(await openReader(config));
    const state = await readSchemaState(reader);
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
    return opening(config, async (opened) => {
      const reader = opened(await openReader(config));
      requireCurrent(await readSchemaState(reader), config.location, advice.wait);
      return new EmbeddedDatabase({ reader, writer: undefined }, config);
    });
  }, options);
}

/** Runs `open`, which hands over each connection it opens: when it fails they are closed. */
async function opening<T>(
  { location }: SqliteDatabaseConfig,
  open: (opened: (connection: DataSource) => DataSource) => Promise<T>,
): Promise<T> {
  const connections: DataSource[] = [];
  try {
    return await open((connection) => {
      connections.push(connection);
      return connection;
    });
  } catch (error) {
    for (const connection of connections) if (connection.isInitialized) await connection.destroy();
    if (error instanceof UnavailableError) throw error;
    throw new UnavailableError(`the database ${location} cannot be opened`, { cause: error });
  }
}
