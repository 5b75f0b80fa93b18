export { compareFlags } from './build-flags';
export { buildSnapshotDocument } from './build-snapshot-document';
export { bucketWidth } from './compile-distributions';
export { compileSnapshot, compiling } from './compile-snapshot';
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
export { encodeSnapshotDocument } from './encode-snapshot-document';
export { type NamespaceRows } from './namespace-rows';
export { packSnapshotDocument } from './pack-snapshot-document';
export { patchSnapshotDocument } from './patch-snapshot-document';
export {
  type CompiledBooleanFlag,
  type CompiledDistribution,
  type CompiledFlag,
  type CompiledRollout,
  type CompiledRule,
  type CompiledSegmentRollout,
  type CompiledSelection,
  type CompiledThresholdRollout,
  type CompiledVariant,
  type CompiledVariantFlag,
  type ResultSource,
} from './compiled-flag';
export {
  type BooleanReason,
  type BooleanResult,
  type EvaluationResult,
  type VariantReason,
  type VariantResult,
} from './result';
export { CompiledSegment } from './compiled-segment';
export { FlagTable } from './flag-table';
export { type Snapshot } from './snapshot';
export { SnapshotDecoder } from './snapshot-decoder';
export {
  SNAPSHOT_FORMAT_VERSION,
  type BooleanFlagDocument,
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type FlagMetadata,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
  type VariantDocument,
  type VariantFlagDocument,
} from './snapshot-document';
export { SnapshotFormatError } from './snapshot-format-error';
export {
  BehindError,
  NamespacesRefusedError,
  SnapshotSource,
  type NamespaceRevision,
} from './snapshot-source';
