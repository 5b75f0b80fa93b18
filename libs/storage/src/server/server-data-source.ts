import mysql, { type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { ServerAddress, ServerDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import type { Addition } from '../migrations/additions';
import { commonOptions } from '../database/data-source-options';
import { isCertificateRefused } from '../database/driver-errors';
import { entitiesWithout } from '../database/entities-without';
import { HeardClient } from './postgres-client';
import { atFirstPlace, type Fitness } from './server-choice';
import { type TlsOptions, withTls } from './tls';
import { type Isolation, longestLockWait, sessionIsolation } from './transactions';

/**
 * What every connection is told first. The mode is ours whatever the server's is: text that is too long is refused,
 * not cut off, and a backslash means to the server what it means to the driver.
 */
function sessionOf(
  config: Pick<ServerDatabaseConfig, 'busyTimeout' | 'statementTimeout'>,
  isolation: Isolation,
): readonly string[] {
  const seconds = Math.max(1, Math.floor(longestLockWait(config) / 1000));
  return [
    `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', innodb_lock_wait_timeout = ${seconds}`,
    // The variable has two names, the statement one.
    `SET SESSION TRANSACTION ISOLATION LEVEL ${isolation}`,
  ];
}

/**
 * The driver of MySQL and MariaDB as the ORM takes it, with what its pool lacks: a session, and an age to retire at.
 */
function mysqlDriver(
  config: Pick<ServerDatabaseConfig, 'busyTimeout' | 'statementTimeout' | 'connMaxLifetime'>,
  isolation: Isolation,
): object {
  return {
    ...mysql,
    createPool(options: PoolOptions): Pool {
      const pool = mysql.createPool(options);
      const session = sessionOf(config, isolation);
      const births = new WeakMap<PoolConnection, number>();
      pool.on('connection', (connection) => {
        births.set(connection, performance.now());
        for (const statement of session) {
          connection.query(statement, (error) => {
            if (error !== null) connection.destroy();
          });
        }
      });
      pool.on('release', (connection) => {
        const age = performance.now() - (births.get(connection) ?? 0);
        if (config.connMaxLifetime > 0 && age > config.connMaxLifetime) connection.destroy();
      });
      return pool;
    },
  };
}

/** Most connections to a server where the setting says 0. */
const DEFAULT_CONNECTIONS = 20;

/** How long a connection stays open that nobody needs and that is not one of those kept, in milliseconds. */
const IDLE_MS = 10_000;

/** Beyond the server's own limit, so that it has the first word: its refusal leaves the connection usable. */
const GRACE_MS = 1000;

/** How the connections to a server are used. */
export interface ConnectionUse {
  /** Most connections open at once. */
  readonly connections: number;
  /** False for statements that may take as long as they need, as those of migrations. */
  readonly isTimed: boolean;
  /** What a server has to be: one that is not is passed over. Any will do, unless given. */
  readonly fitness?: Fitness;
  /** What connections to MySQL are for; reads unless given. */
  readonly work?: keyof typeof sessionIsolation;
  /** Columns that the database does not have yet; none unless given. */
  readonly lacking?: readonly Addition[];
}

/** How many connections the configuration allows to one server. */
export function connectionsOf({ maxOpenConn }: Pick<ServerDatabaseConfig, 'maxOpenConn'>): number {
  return maxOpenConn > 0 ? maxOpenConn : DEFAULT_CONNECTIONS;
}

/**
 * Opens connections to a server, at the first of its places where there is one as it is wanted.
 *
 * @throws UnavailableError if that cannot be. It names the server without user and password.
 */
export async function openServer(
  address: ServerAddress,
  config: ServerDatabaseConfig,
  use: ConnectionUse,
): Promise<DataSource> {
  return atFirstPlace(address, async (place) => openAt(place, config, use));
}

async function openAt(
  address: ServerAddress,
  config: ServerDatabaseConfig,
  use: ConnectionUse,
): Promise<DataSource> {
  const dataSource = await connectAt(address, config, use);
  try {
    await use.fitness?.assert((sql) => dataSource.query(sql), address);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

async function connectAt(
  address: ServerAddress,
  config: ServerDatabaseConfig,
  use: ConnectionUse,
): Promise<DataSource> {
  try {
    return await withTls(address.tls, async (tls) =>
      new DataSource(optionsOf(address, config, use, tls)).initialize(),
    );
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    if (isCertificateRefused(error)) {
      throw new UnavailableError(
        `the certificate of the database ${address.location} is not accepted (${error.message}); in its URL, ` +
          'sslrootcert is the file of the authority that has to have signed it, and sslmode says what is checked',
      );
    }
    throw new UnavailableError(`the database ${address.location} cannot be opened`, { cause: error });
  }
}

function optionsOf(
  address: ServerAddress,
  config: ServerDatabaseConfig,
  use: ConnectionUse,
  tls: TlsOptions | undefined,
): DataSourceOptions {
  const options =
    address.dialect === 'mysql'
      ? mysqlOptions(address, config, use, tls)
      : postgresOptions(address, address.dialect, config, use, tls);
  const { lacking } = use;
  return lacking === undefined ? options : { ...options, entities: [...entitiesWithout(lacking)] };
}

function postgresOptions(
  { host, port, database, user, password, options }: ServerAddress,
  type: 'postgres' | 'cockroachdb',
  { connectTimeout, statementTimeout, maxIdleConn, connMaxLifetime }: ServerDatabaseConfig,
  { connections, isTimed }: ConnectionUse,
  tls: TlsOptions | undefined,
): DataSourceOptions {
  const connection = {
    host,
    port,
    database,
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password: password.reveal() }),
    ssl: tls ?? false,
    // Options of `pg` and its pool.
    extra: {
      Client: HeardClient,
      max: connections,
      min: Math.min(Math.max(maxIdleConn, 0), connections),
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: Math.ceil(connMaxLifetime / 1000),
      connectionTimeoutMillis: connectTimeout,
      application_name: 'pennon',
      keepAlive: true,
      ...(options !== undefined && { options }),
      ...(isTimed && { query_timeout: statementTimeout + GRACE_MS }),
    },
  };
  return type === 'postgres'
    ? { ...commonOptions, ...connection, type, installExtensions: false }
    : { ...commonOptions, ...connection, type, timeTravelQueries: false };
}

function mysqlOptions(
  { host, port, database, user, password }: ServerAddress,
  config: ServerDatabaseConfig,
  { connections, isTimed, work = 'reads' }: ConnectionUse,
  tls: TlsOptions | undefined,
): DataSourceOptions {
  return {
    ...commonOptions,
    type: 'mysql',
    driver: mysqlDriver(config, sessionIsolation[work]),
    connectorPackage: 'mysql2',
    ...(host.startsWith('/') ? { socketPath: host } : { host, port }),
    database,
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password: password.reveal() }),
    ...(tls !== undefined && { ssl: tls }),
    charset: 'utf8mb4_bin',
    connectTimeout: config.connectTimeout,
    poolSize: connections,
    // This is how the ORM is told to give up a statement after that time.
    ...(isTimed && { enableQueryTimeout: true, maxQueryExecutionTime: config.statementTimeout }),
    // Options of the pool of `mysql2`.
    extra: {
      maxIdle: Math.min(Math.max(config.maxIdleConn, 0), connections),
      idleTimeout: IDLE_MS,
      enableKeepAlive: true,
    },
  };
}
