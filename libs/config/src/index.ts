export type {
  AuthenticationConfig,
  AuthorizationConfig,
  CleanupConfig,
  CodehostConfig,
  JwtConfig,
  MethodsConfig,
  OidcConfig,
  OidcProviderConfig,
  OrchestratorConfig,
  RateLimitConfig,
  SessionConfig,
  TokenMethodConfig,
} from './authentication/authentication-config';
export type { SignatureAlgorithm } from './authentication/signature-algorithms';
export type {
  CompatConfig,
  Config,
  DatabaseConfig,
  EvaluationConfig,
  LogConfig,
  OfrepConfig,
  ServerConfig,
  StorageConfig,
  UiConfig,
} from './config';
export { ConfigError, type ConfigProblem } from './config-error';
export { sqliteFile } from './database/sqlite-url';
export type { Bytes } from './kinds/bytes';
export type { Milliseconds } from './kinds/duration';
export { InvalidValueError } from './kinds/kind';
export { loadConfig, type LoadedConfig, type LoadOptions } from './load-config';
export { loadConfigFromProcess } from './load-config-from-process';
export { REDACTED, Secret } from './secret';
