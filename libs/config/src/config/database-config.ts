import { join, resolve } from 'node:path';
import { databaseAt, type DatabasePlace } from '../database/database-url';
import type { ServerAddress, ServerDialect } from '../database/server-address';
import { serverAddress, serverDialectOf } from '../database/server-url';
import { missingValue } from '../kinds/kind';
import type { ResolvedSettings } from '../settings/resolve-settings';
import type { GivenValue } from '../sources/layer';
import { dataDirectory, type Machine } from '../sources/machine';

/** What holds for every database. */
type DatabaseSettings = Omit<
  ResolvedSettings['db'],
  'url' | 'readUrls' | 'protocol' | 'host' | 'port' | 'name' | 'user' | 'password'
> & {
  /** Where the rows lie, for people: the absolute path of a file, or a URL without user and password. */
  readonly location: string;
};

/** The embedded database. */
export interface SqliteDatabaseConfig extends DatabaseSettings {
  readonly dialect: 'sqlite';
  /** Absolute path of the SQLite file. Neither it nor its directory need exist. */
  readonly file: string;
}

/** A database server. */
export interface ServerDatabaseConfig extends DatabaseSettings {
  readonly dialect: ServerDialect;
  readonly primary: ServerAddress;
  /** Where readers read, in any order; the primary when empty. */
  readonly replicas: readonly ServerAddress[];
}

/** The database, located. */
export type DatabaseConfig = SqliteDatabaseConfig | ServerDatabaseConfig;

/** Keys that are parts of the URL. One of them suppresses the default URL. */
const parts = ['db.protocol', 'db.host', 'db.name', 'db.port', 'db.user', 'db.password'];

/** Parts that no URL can do without. */
const requiredParts = ['db.protocol', 'db.host', 'db.name'];

/**
 * Returns what is wrong between the keys of the database: parts that are missing when its URL is given in parts,
 * and replicas of something else than the primary.
 *
 * @param keys the keys that are given, whether their values are good or not
 */
export function checkDatabase(
  db: ResolvedSettings['db'],
  keys: ReadonlySet<string>,
): readonly { key: string; reason: string }[] {
  const inParts = !keys.has('db.url') && parts.some((key) => keys.has(key));
  const missing = inParts ? requiredParts.filter((key) => !keys.has(key)) : [];
  if (missing.length > 0) return missing.map((key) => ({ key, reason: missingValue }));
  if (inParts && placeOf(db)?.server === undefined) {
    const useless = ['db.port', 'db.user', 'db.password'].filter((key) => keys.has(key));
    if (useless.length > 0)
      return useless.map((key) => ({ key, reason: 'means nothing for a file; delete it' }));
  }
  const dialect = placeOf(db)?.server?.dialect;
  const isOfPrimary = replicasOf(db).every((replica) => replica.dialect === dialect);
  return isOfPrimary ? [] : [{ key: 'db.read_urls', reason: 'must be replicas of the database of db.url' }];
}

/** Returns the parts that are given beside a URL, by the keys as they were given: the URL alone counts. */
export function partsBesideUrl(given: readonly GivenValue[]): readonly string[] {
  const counting = given.filter(({ isOverruled }) => !isOverruled);
  if (counting.every(({ named }) => named?.key !== 'db.url')) return [];
  return counting.filter(({ named }) => parts.includes(named?.key ?? '')).map(({ key }) => key);
}

/** Returns the section with the database in effect; frozen. */
export function locateDatabase(db: ResolvedSettings['db'], machine: Machine): DatabaseConfig {
  const place = placeOf(db) ?? { file: join(dataDirectory(machine), 'pennon.db'), server: undefined };
  if (place.server === undefined) {
    const file = resolve(place.file);
    return Object.freeze({ ...settingsOf(db), dialect: 'sqlite', location: file, file });
  }
  const { server: primary } = place;
  const { dialect, location } = primary;
  return Object.freeze({ ...settingsOf(db), dialect, location, primary, replicas: replicasOf(db) });
}

/** What holds for every database; the rest says where it is. */
function settingsOf(db: ResolvedSettings['db']): Omit<DatabaseSettings, 'location'> {
  return {
    migrate: db.migrate,
    readFromPrimary: db.readFromPrimary,
    busyTimeout: db.busyTimeout,
    connectTimeout: db.connectTimeout,
    statementTimeout: db.statementTimeout,
    maxPendingWrites: db.maxPendingWrites,
    maxPendingReads: db.maxPendingReads,
    maxOpenConn: db.maxOpenConn,
    maxIdleConn: db.maxIdleConn,
    connMaxLifetime: db.connMaxLifetime,
    preparedStatementsEnabled: db.preparedStatementsEnabled,
  };
}

/** The database that is given, as a URL or in parts; undefined when none is. */
function placeOf({
  url,
  protocol,
  host,
  port = 0,
  name,
  user,
  password,
}: ResolvedSettings['db']): DatabasePlace | undefined {
  if (url !== undefined) return databaseAt(url.reveal());
  if (protocol === undefined || host === undefined || name === undefined) return undefined;
  const dialect = serverDialectOf(protocol);
  if (dialect === undefined) return { file: join(host, name), server: undefined };
  // A password without a user is of nobody.
  const login = { user: user?.reveal(), password: user && password };
  return { server: serverAddress(dialect, { host, port, database: name, ...login }) };
}

function replicasOf({ readUrls }: ResolvedSettings['db']): readonly ServerAddress[] {
  const places = readUrls.map((url) => databaseAt(url.reveal()).server);
  return Object.freeze(places.filter((server) => server !== undefined));
}
