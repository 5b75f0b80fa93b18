import type { ResolvedSettings } from '../resolve-settings';
import type { ServerAddress, ServerDialect } from './server-address';

/** What holds for every database. */
export type DatabaseSettings = Omit<
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
