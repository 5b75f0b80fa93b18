export { Database } from './database';
export { DatabaseSnapshotSource } from './database-snapshot-source';
export { type ConstraintChanges } from './stores/constraint.store';
export { type FlagChanges } from './stores/flag.store';
export { type SegmentChanges } from './stores/segment.store';
export { type VariantChanges } from './stores/variant.store';
export { SystemClock } from './system-clock';
export { UnitOfWork, type Stores } from './unit-of-work';
