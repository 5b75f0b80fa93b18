import { openDependencies } from '@pennon/wiring';
import { type Config } from '@pennon/config';
import { type ChangeSink, UnavailableError } from '@pennon/domain';
import { openDatabase, type Database } from '@pennon/storage';

/** The database, open, and how running servers hear of what is changed in it. */
export interface OpenedDatabase {
  readonly database: Database;
  /** Undefined where the database tells them itself, or they look. */
  readonly sink: ChangeSink | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database to read it. Changes nothing, and does not wait.
 *
 * @throws UnavailableError if there is none, or its schema is not up to date.
 * @throws Error if flags do not live in a database.
 */
export async function openForReading(config: Config): Promise<OpenedDatabase> {
  assertStoredInDatabase(config);
  const { db } = config;
  // A replica may lag behind what the caller has just written.
  const primary = db.dialect === 'sqlite' ? db : { ...db, replicas: [] };
  const database = await openDatabase(primary, 'reader', {
    onWait: (reason) => {
      throw new UnavailableError(reason);
    },
  });
  return { database, sink: undefined, close: async () => database.close() };
}

/**
 * Opens the database to change it, and brings its schema up to date as a server would.
 *
 * @throws Error if it must not be changed.
 */
export async function openForWriting(config: Config): Promise<OpenedDatabase> {
  assertWritable(config);
  const dependencies = await openDependencies(config, 'writer');
  const { database, changeSink } = dependencies;
  return { database, sink: changeSink, close: async () => dependencies.close() };
}

/** @throws Error if flags do not live in a database, or it must not be changed. */
export function assertWritable(config: Config): void {
  assertStoredInDatabase(config);
  if (config.storage.readOnly)
    throw new Error('storage.read_only is on: nothing may be changed with these settings');
}

/** @throws Error if flags do not live in a database. */
export function assertStoredInDatabase({ storage: { type } }: Config): void {
  if (type === 'database') return;
  throw new Error(
    `storage.type is ${type}: with these settings flags live in documents, which this command neither reads nor ` +
      'changes; name a running server by --address, or the settings of a writer by --config',
  );
}
