import type { DatabaseConfig, ServerAddress } from '@pennon/config';
import type { ChangeFeed } from '@pennon/domain';
import type { Database } from './database/database';
import type { OpenOptions } from './database/open-options';
import { openEmbeddedReader, openEmbeddedWriter } from './embedded/open-embedded';
import { openServerReader, openServerWriter } from './server/open-server-database';
import { PostgresChangeFeed } from './server/postgres-change-feed';
import { type Ask, assertPrimary, assertWritable, Unfenced } from './server/server-choice';

/** What an instance does with the rows: a writer migrates and changes them, a reader only reads. */
export type Role = 'writer' | 'reader';

/**
 * Opens the database.
 *
 * A writer creates a SQLite file that is missing, and brings the schema up to date, unless `db.migrate` is off. A
 * reader waits until it finds the schema it needs, on a replica where there are some.
 *
 * @throws UnavailableError if another server has the SQLite file, which it names.
 * @throws UnavailableError if a writer cannot open the database, or its schema is newer than this version, or behind
 * and not to be migrated. If the schema is newer a reader throws it too.
 */
export async function openDatabase(
  config: DatabaseConfig,
  role: Role,
  options: OpenOptions = {},
): Promise<Database> {
  if (config.dialect === 'sqlite') {
    return role === 'writer' ? openEmbeddedWriter(config, options) : openEmbeddedReader(config, options);
  }
  return role === 'writer' ? openServerWriter(config, options) : openServerReader(config, options);
}

/**
 * The changes that the database tells of by itself; undefined where it tells of none. It connects when it is listened
 * to.
 *
 * @param role A reader's user may be one who may only read, which a writer takes for a server that is fenced off.
 */
export function openChangeFeed(config: DatabaseConfig, role: Role): ChangeFeed | undefined {
  if (config.dialect !== 'postgres') return undefined;
  const unfenced = new Unfenced();
  const assertReadable = async (ask: Ask, address: ServerAddress): Promise<void> => {
    await assertPrimary(ask, address);
    await unfenced.assert(ask, address);
  };
  return new PostgresChangeFeed(config, role === 'writer' ? assertWritable : assertReadable);
}
