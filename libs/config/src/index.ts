export {
  type AuthenticationConfig,
  type AuthorizationConfig,
  type ClaimRoleConfig,
  type CleanupConfig,
  type CodehostConfig,
  type JwtConfig,
  type MethodsConfig,
  type OidcConfig,
  type OidcProviderConfig,
  type OrchestratorConfig,
  type RateLimitConfig,
  type RecordsConfig,
  type SessionConfig,
  type TokenMethodConfig,
  ownMethodNames,
  type MethodNames,
} from './config/authentication-config';
export type { BodyTemplate, WebhookHeader } from './sections/webhook-request';
export { fliptMethodNames } from './authentication/methods/methods';
export type { RoleRule } from './authentication/parts/role-rule';
export { asymmetricAlgorithms, type SignatureAlgorithm } from './kinds/signature-algorithms';
export type {
  AnalyticsConfig,
  AuditConfig,
  CacheConfig,
  ChangesConfig,
  CompatConfig,
  Config,
  CorsConfig,
  DocumentConfig,
  EvaluationConfig,
  ExportConfig,
  FreshnessConfig,
  HistoryConfig,
  LogConfig,
  MetricsConfig,
  OfrepConfig,
  RedisConfig,
  ServerConfig,
  SnapshotConfig,
  StorageConfig,
  TracingConfig,
  UiConfig,
} from './config/config';
export { givenForOtherTier, problemsOfTier, tierNames, type TierName } from './checks/check-tier';
export {
  algorithmsOf,
  type CertificatePair,
  type PublicKey,
  readAuthorities,
  readCertificatePair,
  readPublicKey,
} from './files/pem-files';
export { warningsOf } from './checks/warnings';
export { isSecureUrl } from './kinds/address';
export {
  clientTokenFromProcess,
  proxyVariablesFromProcess,
  type ProxyVariables,
} from './environment-variables';
export { ConfigError, type ConfigProblem } from './kinds/config-error';
export type { DatabaseConfig, ServerDatabaseConfig, SqliteDatabaseConfig } from './config/database-config';
export { databaseAt, type DatabasePlace } from './database/database-url';
export { eachPlace } from './database/server-url';
export type { Dialect, ServerAddress, ServerDialect, TlsConfig } from './database/server-address';
export type { EffectiveSetting } from './sources/read-values';
export type { Bytes, Milliseconds } from './kinds/number';
export { InvalidValueError } from './kinds/kind';
export { loadConfig, type LoadedConfig, type LoadOptions, loadConfigFromProcess } from './load-config';
export { didYouMean } from './settings/names';
export { REDACTED, Secret } from './kinds/text';
export { parseS3Location, type S3Location } from './sections/s3-location';
