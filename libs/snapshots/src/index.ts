export { type CacheReads, cacheSeries } from './cache/cache';
export { openSharedRedis, redisSeries, type SharedRedis } from './cache/shared-redis';
export { type CachedSnapshotOptions, CachedSnapshotSource } from './cached-snapshot-source';
export { DiskBackedSource } from './disk-backed-source';
export { type Freshness, freshnessFrom, type FreshnessMode } from './freshness';
export { SnapshotDirectory } from './snapshot-directory';
export { SnapshotHolder } from './snapshot-holder';
export { SnapshotsModule } from './snapshots.module';
