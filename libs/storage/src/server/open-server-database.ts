import { type DataSource } from 'typeorm';
import { type ServerAddress, type ServerDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { withinTime } from '@pennon/timing';
import { type Database } from '../database';
import { type OpenOptions } from '../open-options';
import { migrateServer } from '../schema/migrate-server';
import { advice, readSchemaState, requireCurrent } from '../schema/schema-state';
import { waitUntilReady } from '../wait-until-ready';
import { PreparedStatements } from './prepared-statements';
import { ReplicaDatabase } from './replica-database';
import { connectionsOf, openServer } from './server-data-source';
import { ServerDatabase } from './server-database';
import { ServerPool } from './server-pool';

/** How long a server may take to be read before it is asked whether the reader can do without it, in milliseconds. */
const FIRST_LOOK_MS = 1000;

/** Opens the primary, with its schema up to date. */
export async function openServerWriter(
  config: ServerDatabaseConfig,
  { onWait, signal }: OpenOptions,
): Promise<Database> {
  if (config.migrate) {
    await migrateServer(config, () => {
      signal?.throwIfAborted();
      onWait?.('another instance is migrating the database');
    });
  }
  const pool = poolOf(config.primary, config, advice.migrate);
  await pool.open();
  return new ServerDatabase(pool, config);
}

/** Opens the replicas, or the primary where there are none; each is used as soon as it has the schema. */
export async function openServerReader(
  config: ServerDatabaseConfig,
  { canDoWithout, ...options }: OpenOptions,
): Promise<Database> {
  const addresses = config.replicas.length === 0 ? [config.primary] : config.replicas;
  const pools = addresses.map((address) => poolOf(address, config, advice.wait));
  const database = new ReplicaDatabase(pools, config);
  // Any read shows that one of them is ready.
  const look = (): Promise<unknown> => database.readOnce((manager) => manager.query('SELECT 1'));
  try {
    if (canDoWithout !== undefined && !(await isReadable(look)) && (await canDoWithout())) return database;
    await waitUntilReady(look, options);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** True if the look succeeds soon. @throws what it throws that time will not mend. */
async function isReadable(look: () => Promise<unknown>): Promise<boolean> {
  try {
    await withinTime(FIRST_LOOK_MS, 'the first look at the database', look());
    return true;
  } catch (error) {
    if (error instanceof UnavailableError) return false;
    throw error;
  }
}

/** Connections that are handed out only when the server has the schema. */
function poolOf(address: ServerAddress, config: ServerDatabaseConfig, whenBehind: string): ServerPool {
  const use = { connections: connectionsOf(config), isTimed: true };
  const open = async (): Promise<DataSource> => {
    const dataSource = await openServer(address, config, use);
    try {
      return await withSchema(dataSource, address, whenBehind);
    } catch (error) {
      await dataSource.destroy();
      throw error;
    }
  };
  return new ServerPool(address, open, new PreparedStatements(config.preparedStatementsEnabled));
}

async function withSchema(
  dataSource: DataSource,
  { location }: ServerAddress,
  whenBehind: string,
): Promise<DataSource> {
  requireCurrent(await readSchemaState(dataSource), location, whenBehind);
  return dataSource;
}
