export { aFlag, aVariant } from './builders/flag.builder';
export { SOME_MOMENT, someTimes, timesAfter } from './builders/moments';
export { aNamespace } from './builders/namespace.builder';
export { aRollout } from './builders/rollout.builder';
export { aDistribution, aRule } from './builders/rule.builder';
export { aConstraint, aSegment } from './builders/segment.builder';
export { MemorySnapshotSource } from './memory-snapshot-source';
export { itIsASnapshotSource, type SnapshotSourceUnderTest } from './snapshot-source.contract';
