import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SslOptions } from 'mysql2';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { Database, OPEN_READONLY } from 'sqlite3';
import { databaseAt, InvalidValueError, type ServerAddress } from '@pennon/config';
import { InvalidArgumentError, UnavailableError } from '@pennon/domain';
import { connectPostgres, type TlsOptions, withTls } from '@pennon/storage';
import { driverFailure, type DriverRow, type FliptConnection } from './flipt-connection';

/** How long a server may take to answer at first, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Connects to a server. @throws UnavailableError if that cannot be. It names the server without user and password. */
async function reach<T>({ location }: ServerAddress, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw driverFailure('reached', location, error);
  }
}

/** How long to wait for whoever is writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a SQLite file, to read it.
 *
 * @throws InvalidArgumentError if there is none.
 * @throws UnavailableError if it cannot be read.
 */
async function openSqlite(path: string): Promise<FliptConnection> {
  const file = resolve(path);
  if (!existsSync(file)) throw new InvalidArgumentError(`there is no file ${file}`);
  const database = await openFile(file);
  database.configure('busyTimeout', BUSY_TIMEOUT_MS);
  const connection = {
    dialect: 'sqlite',
    location: file,
    query: async (sql, values = []) =>
      new Promise((answer, reject) => {
        database.all<DriverRow>(sql, [...values], (error, rows) => {
          if (error === null) answer(rows);
          else reject(driverFailure('read', file, error));
        });
      }),
    // Ends the transaction too. What keeps the file from being closed is nothing that was written.
    close: async () =>
      new Promise((answer) => {
        database.close(() => {
          answer();
        });
      }),
  } satisfies FliptConnection;
  try {
    // The state is that of the first read, until the end.
    await connection.query('BEGIN');
    await connection.query('SELECT count(*) FROM sqlite_master');
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function openFile(file: string): Promise<Database> {
  return new Promise((answer, reject) => {
    const database = new Database(file, OPEN_READONLY, (error) => {
      if (error === null) answer(database);
      else reject(driverFailure('opened', file, error));
    });
  });
}

/** Connects to PostgreSQL or CockroachDB, to read. @throws UnavailableError if that cannot be. */
async function openPostgres(address: ServerAddress): Promise<FliptConnection> {
  const { dialect, location } = address;
  const use = { applicationName: 'pennon', connectTimeout: CONNECT_TIMEOUT_MS };
  const client = await reach(address, () => connectPostgres(address, use));
  const connection: FliptConnection = {
    dialect,
    location,
    async query(sql, values = []) {
      try {
        return (await client.query<DriverRow>(numbered(sql), [...values])).rows;
      } catch (error) {
        throw driverFailure('read', location, error);
      }
    },
    // Nothing is lost with a connection that is broken.
    close: () => client.end().catch(() => undefined),
  };
  try {
    await client.query("SET datestyle = 'ISO, YMD'");
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return connection;
  } catch (error) {
    await connection.close();
    throw driverFailure('read', location, error);
  }
}

/** The statement with its values called `$1`, `$2`, … */
function numbered(sql: string): string {
  let values = 0;
  return sql.replaceAll('?', () => {
    values++;
    return `$${values}`;
  });
}

/** Names are quoted as everywhere else, and a consistent snapshot is taken at this level only. */
const mysqlSession = [
  "SET SESSION sql_mode = 'ANSI_QUOTES'",
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
];

/** Connects to MySQL or MariaDB, to read. @throws UnavailableError if that cannot be. */
async function openMysql(address: ServerAddress): Promise<FliptConnection> {
  const { dialect, location } = address;
  const client = await reach(address, () => withTls(address.tls, (tls) => connectMysql(address, tls)));
  const connection: FliptConnection = {
    dialect,
    location,
    async query(sql, values = []) {
      try {
        const [rows] = await client.execute<RowDataPacket[]>(sql, [...values]);
        return rows;
      } catch (error) {
        throw driverFailure('read', location, error);
      }
    },
    // Nothing is lost with a connection that is broken.
    close: () => client.end().catch(() => undefined),
  };
  try {
    for (const statement of mysqlSession) await client.query(statement);
    return connection;
  } catch (error) {
    await connection.close();
    throw driverFailure('read', location, error);
  }
}

async function connectMysql(
  { host, port, database, user, password }: ServerAddress,
  tls: TlsOptions | undefined,
): Promise<Connection> {
  const client = await mysql.createConnection({
    ...(host.startsWith('/') ? { socketPath: host } : { host, port }),
    database,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password: password.reveal() }),
    // The driver hands them on to Node, whose types they have.
    ...(tls !== undefined && { ssl: tls as SslOptions }),
    charset: 'utf8mb4_bin',
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableKeepAlive: true,
  });
  // The next query tells that the connection is gone; an error that nobody listens to would end the process.
  client.on('error', () => undefined);
  return client;
}

/**
 * Opens what a URL names, to read it.
 *
 * @throws InvalidArgumentError if the URL names nothing that can be read; the message holds no part of it.
 * @throws UnavailableError if it cannot be reached.
 */
export async function connectTo(url: string): Promise<FliptConnection> {
  const place = placeOf(url);
  if (place.server === undefined) return openSqlite(place.file);
  if (place.server.others.length > 0)
    throw new InvalidArgumentError('the URL of the Flipt database: names several hosts; name one');
  return place.server.dialect === 'mysql' ? openMysql(place.server) : openPostgres(place.server);
}

function placeOf(url: string): ReturnType<typeof databaseAt> {
  try {
    // An embedded libSQL database is a SQLite file under a name of its own. It is only read, whatever the mode.
    return databaseAt(
      url.replace(/^libsql:\/\/(?=file:)/i, '').replace(/([?&])mode=ro(?=&|$)/, '$1mode=rwc'),
    );
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidArgumentError(`the URL of the Flipt database: ${error.message}`, { cause: error });
  }
}
