import { Client, type ClientConfig } from 'pg';
import type { ServerAddress } from '@pennon/config';
import { withTls } from './tls';

/**
 * A connection to PostgreSQL that may end at any moment.
 *
 * The pool listens to connections that nobody uses, and the ORM to those that it uses; in the moment in which one is
 * handed over neither does, and an error that nobody listens to ends the process. That the connection is gone is told
 * by the next statement.
 */
export class HeardClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

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
