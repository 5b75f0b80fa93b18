import { eachPlace, type ServerAddress, type ServerDialect } from '@pennon/config';
import type { PlainRow, Work } from '../database/database';
import { FollowerError } from '../database/driver-errors';

/** Runs a statement on a connection. */
export type Ask = (sql: string) => Promise<readonly PlainRow[]>;

/**
 * Whether a server follows another one, and whether it takes writes, in the words of each.
 *
 * MySQL and MariaDB do not know the first; by custom, and by every tool that switches them over, the one that follows
 * is set to be read only. CockroachDB has no such thing. A primary of PostgreSQL that is fenced off has the default
 * that PostgreSQL's own drivers ask for as `target_session_attrs=read-write`.
 */
const statements: Readonly<Record<ServerDialect, string>> = {
  postgres: `SELECT pg_is_in_recovery() AS follows, current_setting('default_transaction_read_only') AS refuses`,
  mysql: 'SELECT @@global.read_only AS follows, 0 AS refuses',
  cockroachdb: 'SELECT false AS follows, 0 AS refuses',
};

/** @throws FollowerError if the server follows another one. Its user may be one who may only read. */
export async function assertPrimary(ask: Ask, { dialect, location }: ServerAddress): Promise<void> {
  const [row] = await ask(statements[dialect]);
  if (isOn(row?.follows)) throw new FollowerError(`the database ${location} is a replica`);
}

/**
 * The work, once the connection that it is handed was found to lead to a primary. @throws FollowerError if it does not.
 */
export function onPrimary<T>(work: Work<T>, address: ServerAddress): Work<T> {
  return async (manager) => {
    await assertPrimary((sql) => manager.query(sql), address);
    return work(manager);
  };
}

/** @throws FollowerError if the server follows another one, or takes no writes. */
export async function assertWritable(ask: Ask, { dialect, location }: ServerAddress): Promise<void> {
  const [row] = await ask(statements[dialect]);
  if (isOn(row?.follows) || isOn(row?.refuses))
    throw new FollowerError(`the database ${location} is a replica, or takes no writes`);
}

/** True as the drivers, and proxies in front of MySQL, write it. */
function isOn(value: unknown): boolean {
  return ['true', '1', 'on'].includes(String(value).toLowerCase());
}

/** Does that at the first of the places of a server where it can be done. @throws what it throws at the last one. */
export async function atFirstPlace<T>(
  address: ServerAddress,
  attempt: (place: ServerAddress) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  for (const place of eachPlace(address)) {
    try {
      return await attempt(place);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
