export { CachedSnapshotSource, type CachedSnapshotOptions } from './cached-snapshot-source';
export { DiskBackedSource } from './disk-backed-source';
export { freshnessFrom, type Freshness, type FreshnessMode } from './freshness';
export { SnapshotHolder } from './snapshot-holder';
export { dependencyOf, SnapshotsModule } from './snapshots.module';
export { SnapshotDirectory } from './snapshot-directory';
