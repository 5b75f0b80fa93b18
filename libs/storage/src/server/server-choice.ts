import { eachPlace, type ServerAddress, type ServerDialect } from '@pennon/config';
import type { PlainRow, Work } from '../database/database';
import { FencedError, FollowerError, isDemoted } from '../database/driver-errors';

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

/** What a server has to be for its connections to be used. */
export interface Fitness {
  /** @throws FollowerError if the server is not that. */
  assert(ask: Ask, address: ServerAddress): Promise<void>;
  /** True for an error that shows that a server is not that: then all connections to it are left. */
  isLackedBy(error: unknown): boolean;
}

/** A server that takes writes. */
export const WRITABLE: Fitness = { assert: assertWritable, isLackedBy: isDemoted };

/**
 * Whether a server was fenced off by its configuration, which is not the same as a user or a database that may only
 * read; and for MySQL, which does not tell them apart, whether it takes writes, and what it is called.
 */
const fenceStatements: Readonly<Record<ServerDialect, string>> = {
  postgres: `SELECT NOT pg_is_in_recovery() AND setting = 'on'
               AND source IN ('configuration file', 'command line', 'environment variable') AS fenced
             FROM pg_settings WHERE name = 'default_transaction_read_only'`,
  mysql: `SELECT @@global.read_only AS refuses, CONCAT(@@hostname, ':', @@port, '/', @@server_id) AS server`,
  cockroachdb: 'SELECT false AS fenced',
};

/**
 * A server that was not fenced off in a switchover, for those who only read.
 *
 * A server of MySQL that is read only may be a replica as well as a primary that is fenced off. It was fenced off if it
 * has taken writes before, until what it has changes: then it follows another server.
 */
export class Unfenced implements Fitness {
  /** Servers that took writes when they were asked; with the sum of their revisions, once they are fenced off. */
  private readonly primaries = new Map<string, string | undefined>();

  /** @throws FencedError if the server is fenced off. */
  readonly assert = async (ask: Ask, { dialect, location }: ServerAddress): Promise<void> => {
    const [row = {}] = await ask(fenceStatements[dialect]);
    if (isOn(row.fenced) || (dialect === 'mysql' && (await this.isFenced(ask, row))))
      throw new FencedError(`the database ${location} is fenced off: it takes no writes any more`);
  };

  isLackedBy(error: unknown): boolean {
    return error instanceof FencedError;
  }

  private async isFenced(ask: Ask, row: PlainRow): Promise<boolean> {
    const server = String(row.server);
    if (!isOn(row.refuses)) {
      this.primaries.set(server, undefined);
      return false;
    }
    if (!this.primaries.has(server)) return false;
    // Asked of former primaries alone: a database that was not migrated yet has no such table.
    const [has = {}] = await ask('SELECT SUM(revision) AS revisions FROM namespaces');
    const revisions = String(has.revisions);
    const fencedAt = this.primaries.get(server) ?? revisions;
    if (fencedAt === revisions) this.primaries.set(server, revisions);
    else this.primaries.delete(server);
    return fencedAt === revisions;
  }
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
