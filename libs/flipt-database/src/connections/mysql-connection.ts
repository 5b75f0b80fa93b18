import { type SslOptions } from 'mysql2';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { type ServerAddress } from '@pennon/config';
import { withTls, type TlsOptions } from '@pennon/storage';
import { driverFailure } from './driver-failure';
import { type FliptConnection } from './flipt-connection';
import { CONNECT_TIMEOUT_MS, reach } from './reach';

/** Names are quoted as everywhere else, and a consistent snapshot is taken at this level only. */
const session = [
  "SET SESSION sql_mode = 'ANSI_QUOTES'",
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
];

/** Connects to MySQL or MariaDB, to read. @throws UnavailableError if that cannot be. */
export async function openMysql(address: ServerAddress): Promise<FliptConnection> {
  const { dialect, location } = address;
  const client = await reach(address, () => withTls(address.tls, (tls) => connect(address, tls)));
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
    for (const statement of session) await client.query(statement);
    return connection;
  } catch (error) {
    await connection.close();
    throw driverFailure('read', location, error);
  }
}

async function connect(
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
