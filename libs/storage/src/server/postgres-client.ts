import { type ClientConfig } from 'pg';
import { type ServerAddress } from '@pennon/config';
import { HeardClient } from './heard-client';
import { withTls } from './with-tls';

/** What a connection is used for, as far as the driver has to know. */
export interface PostgresUse {
  /** What the server lists the connection as. */
  readonly applicationName: string;
  /** Longest wait for the connection, in milliseconds. */
  readonly connectTimeout: number;
  /** Longest wait for the answer to a statement, in milliseconds; no limit unless given. */
  readonly queryTimeout?: number;
}

/**
 * Opens one connection to PostgreSQL or CockroachDB, apart from the pool; it hears no error that nobody listens to.
 *
 * @throws whatever the driver throws.
 */
export async function connectPostgres(address: ServerAddress, use: PostgresUse): Promise<HeardClient> {
  const { host, port, database, user, password, options } = address;
  const config: ClientConfig = {
    host,
    port,
    database,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password: password.reveal() }),
    ...(options !== undefined && { options }),
    connectionTimeoutMillis: use.connectTimeout,
    ...(use.queryTimeout !== undefined && { query_timeout: use.queryTimeout }),
    application_name: use.applicationName,
    keepAlive: true,
  };
  return withTls(address.tls, async (tls) => {
    const client = new HeardClient({ ...config, ssl: tls ?? false });
    try {
      await client.connect();
      return client;
    } catch (error) {
      // Whatever the server says to that, the attempt has failed already.
      client.end().catch(() => undefined);
      throw error;
    }
  });
}
