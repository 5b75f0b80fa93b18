import type { AuthenticationConfig } from './authentication/authentication-config';
import type { ResolvedSettings } from './resolve-settings';
import type { Secret } from './secret';

/**
 * The whole configuration, as `settings.ts` describes it: frozen at every level, read once at start. Durations
 * are in milliseconds, sizes in bytes; a setting without a default is `undefined` unless it was given.
 */
export type Config = Omit<ResolvedSettings, 'db' | 'authentication'> & {
  readonly db: DatabaseConfig;
  readonly authentication: AuthenticationConfig;
};

/** What is logged, and how. */
export type LogConfig = Config['log'];

/** Listeners, their limits and their timeouts. */
export type ServerConfig = Config['server'];

/** The database, located. */
export type DatabaseConfig = Omit<ResolvedSettings['db'], 'url'> & {
  /** The URL in effect, whether it was given, put together from its parts, or the default. */
  readonly url: Secret;
  /** Absolute path of the SQLite file that the URL names. Neither it nor its directory need exist. */
  readonly file: string;
};

/** Where the state of flags lives, and whether it may change. */
export type StorageConfig = Config['storage'];

/** Limits of evaluation. */
export type EvaluationConfig = Config['evaluation'];

/** How OFREP is spoken. */
export type OfrepConfig = Config['ofrep'];

/** The dashboard. */
export type UiConfig = Config['ui'];

/** Which names of Flipt are spoken. */
export type CompatConfig = Config['compat'];
