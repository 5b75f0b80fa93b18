import { type ServerAddress } from '@pennon/config';
import { connectPostgres } from '@pennon/storage';
import { driverFailure } from './driver-failure';
import { type DriverRow, type FliptConnection } from './flipt-connection';
import { CONNECT_TIMEOUT_MS, reach } from './reach';

/** Connects to PostgreSQL or CockroachDB, to read. @throws UnavailableError if that cannot be. */
export async function openPostgres(address: ServerAddress): Promise<FliptConnection> {
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
