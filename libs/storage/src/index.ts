export { backUp, type BackupContents, type BackUpOptions } from './backup/back-up';
export { restore, type RestoreOptions } from './backup/restore';
export { DatabaseLoginStateStore } from './database-login-state-store';
export { DatabaseOperationLock } from './database-operation-lock';
export { databaseSeries } from './database-series';
export { DatabaseSnapshotSource, readCacheKey } from './database-snapshot-source';
export { databaseTime, type DatabaseTime, hostTime, SystemClock } from './clocks';
export { DatabaseTokenRecords, DatabaseTokenStore } from './database-token-store';
export { Database, type Work } from './database/database';
export type { WriteHealth } from './database/write-health';
export type { OpenOptions } from './database/open-options';
export {
  isUsable,
  NewerSchemaError,
  SchemaError,
  type SchemaState,
  UnusableSchemaError,
} from './database/schema-state';
export type { Migrated } from './database/releasing';
export { ownFilesOf } from './embedded/own-files';
export { FileLock, LockedError } from './embedded/file-lock';
export type { AuditDeadLetter } from './entities/audit.entity';
export { migrate, type MigrateOptions, migrationStatus } from './migration';
export { openChangeFeed, openDatabase, type Role } from './open-database';
export { connectPostgres, type PostgresUse } from './server/postgres-client';
export { type TlsOptions, withTls } from './server/tls';
export type { ChangeSeriesQuery } from './stores/change-series.store';
export type { ChangeOrder, ChangePage, ChangePlace, ChangeRequestQuery } from './stores/change-list.store';
export type { FlagOrder, FlagPlace } from './stores/flag-order';
export type { FlagSearch, FoundFlag } from './stores/flag-search';
export type { Texts } from './stores/change-request.store';
export type { SubjectHead } from './stores/subject-heads';
export type { DeadLetterQuery } from './stores/audit-delivery.store';
export { DatabaseAuditLog } from './stores/audit.store';
export { DatabaseEvaluationCounts, type EvaluationCountQuery } from './stores/evaluation-count.store';
export { type DoneRequest, REQUEST_KEY_LIFE } from './stores/request-key.store';
export type { SubjectRevision } from './stores/subject-revisions';
export { compareUses, type SegmentPlace, type SegmentUse } from './stores/segment.store';
export { revisionBefore, type StoredRevision } from './stores/revision';
export { type Changed, type Stores, Unchanged, UnitOfWork } from './unit-of-work';
