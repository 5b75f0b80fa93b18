import { Client } from 'pg';
import { type ServerAddress } from '@pennon/config';
import { type TlsOptions } from '@pennon/storage';
import { driverFailure } from './driver-failure';
import { type DriverRow, type FliptConnection } from './flipt-connection';
import { CONNECT_TIMEOUT_MS, withTls } from './with-tls';

/** Connects to PostgreSQL or CockroachDB, to read. @throws UnavailableError if that cannot be. */
export async function openPostgres(address: ServerAddress): Promise<FliptConnection> {
  const { dialect, location } = address;
  const client = await withTls(address, (tls) => connect(address, tls));
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

async function connect(
  { host, port, database, user, password, options }: ServerAddress,
  tls: TlsOptions | undefined,
): Promise<Client> {
  const client = new Client({
    host,
    port,
    database,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password: password.reveal() }),
    ...(options !== undefined && { options }),
    ssl: tls ?? false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'pennon',
    keepAlive: true,
  });
  // The next query tells that the connection is gone; an error that nobody listens to would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
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
