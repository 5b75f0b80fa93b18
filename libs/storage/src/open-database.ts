import { type DatabaseConfig } from '@pennon/config';
import { type Database } from './database';
import { openEmbeddedReader, openEmbeddedWriter } from './embedded/open-embedded';
import { type OpenOptions } from './open-options';
import { openServerReader, openServerWriter } from './server/open-server-database';

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
