import type { AuthenticationConfig } from './authentication-config';
import type { DatabaseConfig } from './database-config';
import type { ResolvedSettings } from '../settings/resolve-settings';

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

/** Which pages of other origins may call. */
export type CorsConfig = Config['cors'];

/** Where the state of flags lives, and whether it may change. */
export type StorageConfig = Config['storage'];

/** What is read of documents of flags. */
export type DocumentConfig = Config['document'];

/** Exporting to a bucket. */
export type ExportConfig = Config['export'];

/** The log of who changed what. */
export type AuditConfig = Config['audit'];

/** What is remembered of namespaces. */
export type HistoryConfig = Config['history'];

/** Changes that wait for review or for their time. */
export type ChangesConfig = Config['changes'];

/** Counting evaluations for people to see. */
export type AnalyticsConfig = Config['analytics'];

/** Answering from what is at hand, and the Redis that instances share. */
export type CacheConfig = Config['cache'];

/** The Redis that instances share. */
export type RedisConfig = CacheConfig['redis'];

/** What is kept of snapshots. */
export type SnapshotConfig = Config['snapshot'];

/** How evaluation keeps up with what is written. */
export type FreshnessConfig = Config['freshness'];

/** Limits of evaluation. */
export type EvaluationConfig = Config['evaluation'];

/** How OFREP is spoken. */
export type OfrepConfig = Config['ofrep'];

/** What is measured. */
export type MetricsConfig = Config['metrics'];

/** What is traced, and where spans are sent. */
export type TracingConfig = Config['tracing'];

/** The dashboard. */
export type UiConfig = Config['ui'];

/** Which names of Flipt are spoken. */
export type CompatConfig = Config['compat'];
