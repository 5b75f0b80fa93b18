export { compareFlags, buildSnapshotDocument, type NamespaceRows } from './document/build-snapshot-document';
export { compileSnapshot, compiling, type Snapshot } from './compile-snapshot';
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
  CompiledSegment,
} from './compiled/compiled-segment';
export { encodeSnapshotDocument, SnapshotDecoder } from './document/snapshot-text';
export { packSnapshotDocument } from './memory/pack-snapshot-document';
export { patchSnapshotDocument } from './memory/patch-snapshot-document';
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
} from './compiled/compiled-flag';
export {
  type BooleanReason,
  type BooleanResult,
  type EvaluationResult,
  type ResultBasis,
  type VariantReason,
  type VariantResult,
} from './compiled/result';
export { KeyedTable } from './memory/keyed-table';
export {
  SNAPSHOT_FORMAT_VERSION,
  type SnapshotState,
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
} from './document/snapshot-document';
export { SnapshotFormatError } from './document/members';
export {
  BehindError,
  NamespacesRefusedError,
  SnapshotSource,
  type NamespaceRevision,
} from './snapshot-source';
