export { type Dialect } from '@pennon/config';
export { Database, type Work } from './database/database';
export { DatabaseAuditLog } from './stores/audit.store';
export { DatabaseEvaluationCounts, type EvaluationCountQuery } from './stores/evaluation-count.store';
export { DatabaseLoginStateStore } from './database-login-state-store';
export { DatabaseOperationLock } from './database-operation-lock';
export { DatabaseSnapshotSource } from './database-snapshot-source';
export { DatabaseTokenRecords, DatabaseTokenStore } from './database-token-store';
export { databaseSeries } from './database-series';
export { FileLock } from './embedded/file-lock';
export { openChangeFeed, openDatabase, type Role } from './open-database';
export { type OpenOptions } from './database/open-options';
export { type AuditDeadLetter } from './entities/audit.entity';
export { migrate, migrationStatus, type MigrateOptions } from './migration';
export { readCacheKey } from './read-cache-key';
export {
  NewerSchemaError,
  SchemaError,
  UnusableSchemaError,
  type SchemaState,
} from './database/schema-state';
export { connectPostgres, type PostgresUse } from './server/postgres-client';
export { type TlsOptions, withTls } from './server/tls';
export { type DeadLetterQuery } from './stores/audit-delivery.store';
export type { ConstraintChanges, SegmentChanges } from './stores/segment.store';
export type { FlagChanges, VariantChanges } from './stores/flag.store';
export { type ChangedPart } from './stores/namespace-change.store';
export { SystemClock } from './system-clock';
export { Unchanged, UnitOfWork, type Changed, type Stores, type Subject } from './unit-of-work';
