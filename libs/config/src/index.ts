export type {
  AuthenticationConfig,
  AuthorizationConfig,
  ClaimRoleConfig,
  CleanupConfig,
  CodehostConfig,
  JwtConfig,
  MethodsConfig,
  OidcConfig,
  OidcProviderConfig,
  OrchestratorConfig,
  RateLimitConfig,
  RecordsConfig,
  SessionConfig,
  TokenMethodConfig,
} from './authentication/authentication-config';
export { fliptMethodNames, ownMethodNames, type MethodNames } from './authentication/method-names';
export type { BodyTemplate } from './audit/body-template';
export type { WebhookHeader } from './audit/webhook-header';
export type { RoleRule } from './authentication/role-rule';
export type { SignatureAlgorithm } from './authentication/signature-algorithms';
export type {
  AnalyticsConfig,
  AuditConfig,
  CacheConfig,
  CompatConfig,
  Config,
  CorsConfig,
  DocumentConfig,
  EvaluationConfig,
  ExportConfig,
  FreshnessConfig,
  LogConfig,
  MetricsConfig,
  OfrepConfig,
  RedisConfig,
  ServerConfig,
  SnapshotConfig,
  StorageConfig,
  TracingConfig,
  UiConfig,
} from './config';
export { givenForOtherTier, problemsOfTier, tierNames, type TierName } from './check-tier';
export { clientTokenFromProcess } from './client-token';
export { ConfigError, type ConfigProblem } from './config-error';
export type { DatabaseConfig, ServerDatabaseConfig, SqliteDatabaseConfig } from './database/database-config';
export { databaseAt, type DatabasePlace } from './database/database-url';
export { eachPlace } from './database/server-url';
export type { Dialect, ServerAddress, ServerDialect, TlsConfig } from './database/server-address';
export type { EffectiveSetting } from './effective-settings';
export type { Bytes } from './kinds/bytes';
export type { Milliseconds } from './kinds/duration';
export { InvalidValueError } from './kinds/kind';
export { loadConfig, type LoadedConfig, type LoadOptions } from './load-config';
export { loadConfigFromProcess } from './load-config-from-process';
export { proxyVariablesFromProcess, type ProxyVariables } from './proxy/proxy-variables';
export { REDACTED, Secret } from './secret';
export { parseS3Location, type S3Location } from './storage/s3-location';
