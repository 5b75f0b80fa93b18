import { type DataSource } from 'typeorm';
import { type ServerAddress, type ServerDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { withinTime } from '@pennon/platform';
import { type Database } from '../database/database';
import { isForbidden } from '../database/driver-errors';
import { type OpenOptions, waitUntilReady } from '../database/open-options';
import { type Additions } from '../migrations/additions';
import { migrateServer } from './migrate-server';
import { advice, readSchemaState, requireUsable } from '../database/schema-state';
import { GrowingSchema } from './growing-schema';
import { PreparedStatements } from './plain-connection';
import { ReplicaDatabase } from './replica-database';
import { Unfenced, WRITABLE } from './server-choice';
import { connectionsOf, openServer, type ConnectionUse } from './server-data-source';
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
    await migrateServer(config, { isAlone: false }, () => {
      signal?.throwIfAborted();
      onWait?.('another instance is migrating the database');
    });
  }
  const pool = poolOf(config.primary, config, {
    whenBehind: advice.migrate,
    fitness: WRITABLE,
    work: 'writes',
  });
  await pool.open();
  try {
    await assertMayWrite(pool, config);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return new ServerDatabase(pool, config);
}

/** Changes no row of a column that every write changes. @throws UnavailableError if the user of `db.url` may not. */
async function assertMayWrite(pool: ServerPool, { location }: ServerDatabaseConfig): Promise<void> {
  try {
    await pool.read(undefined, (manager) =>
      manager.query('UPDATE namespaces SET revision = revision WHERE 1 = 0'),
    );
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new UnavailableError(
      `the user of db.url may only read the database ${location}: a writer needs SELECT, INSERT, UPDATE and DELETE on its ` +
        'tables; give it these rights, or start a reader',
      { cause: error },
    );
  }
}

/** Opens the replicas, or the primary where there are none; each is used as soon as it has the schema. */
export async function openServerReader(
  config: ServerDatabaseConfig,
  { canDoWithout, ...options }: OpenOptions,
): Promise<Database> {
  const primary = poolOf(config.primary, config, {
    whenBehind: advice.wait,
    fitness: new Unfenced(),
  });
  const replicas = config.replicas.map((address) => poolOf(address, config, { whenBehind: advice.wait }));
  const database = new ReplicaDatabase(replicas.length === 0 ? [primary] : replicas, primary, config);
  // Any read shows that one of them is ready.
  const look = (): Promise<unknown> => database.readOnce((manager) => manager.query('SELECT 1'));
  try {
    if (canDoWithout !== undefined && !(await isReadable(look)) && (await canDoWithout())) {
      void database.watch();
      return database;
    }
    await waitUntilReady(look, options);
    await database.watch();
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
function poolOf(
  address: ServerAddress,
  config: ServerDatabaseConfig,
  {
    whenBehind,
    fitness,
    work = 'reads',
  }: { readonly whenBehind: string } & Pick<ConnectionUse, 'fitness' | 'work'>,
): ServerPool {
  const use = { connections: connectionsOf(config), isTimed: true, work, ...(fitness && { fitness }) };
  const schema = new GrowingSchema(fitness);
  const open = async (): Promise<DataSource> => {
    const dataSource = await openServer(address, config, use);
    const lacking = await lackingOn(dataSource, address, whenBehind);
    schema.opened(lacking.map(({ constructor }) => constructor.name));
    if (lacking.length === 0) return dataSource;
    await dataSource.destroy();
    return openServer(address, config, { ...use, lacking: lacking.flatMap(({ columns }) => columns) });
  };
  return new ServerPool(address, open, {
    fitness: schema,
    patience: config.connectTimeout,
    prepared: new PreparedStatements(config.preparedStatementsEnabled),
  });
}

/** Migrations that the server has not seen and this version does without. Closes the connections if it cannot. */
async function lackingOn(
  dataSource: DataSource,
  { location }: ServerAddress,
  whenBehind: string,
): Promise<readonly Additions[]> {
  try {
    return requireUsable(await readSchemaState(dataSource, location), location, whenBehind);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}
