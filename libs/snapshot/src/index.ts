export { buildSnapshotDocument } from './build-snapshot-document';
export { compileSnapshot } from './compile-snapshot';
export {
  type BlankConstraint,
  type BooleanConstraint,
  type CompiledConstraint,
  type DatetimeConstraint,
  type NeverConstraint,
  type NumberConstraint,
  type NumberListConstraint,
  type OrderOperator,
  type TextConstraint,
  type TextListConstraint,
  type TextOperator,
} from './compiled-constraint';
export { type NamespaceRows } from './namespace-rows';
export {
  type CompiledBooleanFlag,
  type CompiledDistribution,
  type CompiledFlag,
  type CompiledRollout,
  type CompiledRule,
  type CompiledSegment,
  type CompiledSegmentRollout,
  type CompiledSelection,
  type CompiledThresholdRollout,
  type CompiledVariant,
  type CompiledVariantFlag,
  type Snapshot,
} from './snapshot';
export {
  SNAPSHOT_FORMAT_VERSION,
  type BooleanFlagDocument,
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
  type VariantDocument,
  type VariantFlagDocument,
} from './snapshot-document';
export { SnapshotSource, type NamespaceRevision } from './snapshot-source';
