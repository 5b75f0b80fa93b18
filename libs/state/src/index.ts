export { type AnswerPart, partsOf } from './audience/answer-parts';
export {
  type Answer,
  assignedBuckets,
  type DecidingFlag,
  fallbackAnswer,
  ruleAnswers,
  thresholdAnswers,
} from './audience/answers';
export { type Audience, type AudienceBlock, audienceOf } from './audience/audience';
export { audienceShift, type AudienceShare, type AudienceShift } from './audience/audience-shift';
export { forcedValue, servedToEveryone } from './audience/forced-value';
export { type KnownSegments, knownSegments, unknownSegments } from './audience/known-segments';
export { type Obstacle, rolloutReach, type RolloutReach, ruleObstacles } from './audience/obstacles';
export { type Reach, reachOf } from './audience/reach';
export { checkFlag } from './check/check-flag';
export { checkSegment } from './check/check-segment';
export { type CheckName, type Finding } from './check/finding';
export { applyEdits, type EditedStates, type NamespaceEdits } from './edits/apply-edits';
export {
  type ConstraintsEdit,
  type EditTable,
  type FlagEdit,
  type MetadataEdit,
  type NewConstraint,
  type PercentageEdit,
  type SegmentEdit,
  type WeightsEdit,
} from './edits/edit';
export {
  bareStep,
  type DistributionState,
  type FlagState,
  isOff,
  type OffState,
  type RolloutState,
  type RuleState,
  segmentsUsedBy,
  sumOfPercents,
  type VariantState,
} from './flag-state';
export {
  type Decides,
  type Decision,
  type KeptPart,
  type OrderWarning,
  type PartConflict,
  type Three,
} from './merge/merge-report';
export { blame, type BlamedPart, type Replaced } from './three-way/blame';
export { lastChanges, type PastStates } from './three-way/last-changes';
export { mergeStates, type Merge, type States, statesOf } from './three-way/merge-states';
export { isOnlyTurnedOff } from './three-way/turned-off';
export { type NamespaceState } from './namespace-state';
export {
  assertOperatorKept,
  type ConstraintInput,
  ENTITY_ID_PROPERTY,
  normalizeConstraint,
  type NormalizedConstraint,
  OperatorError,
} from './operators/normalize-constraint';
export {
  matchableOperatorsByType,
  operatorsByType,
  type OperatorsByType,
  operatorsWithoutValue,
  storedOperatorsByType,
  takesList,
} from './operators/operators-by-type';
export { MAX_LIST_LENGTH } from './operators/value-laws';
export {
  distributionParts,
  flagParts,
  flagValueParts,
  rolloutParts,
  ruleParts,
  variantParts,
} from './parts/flag-parts';
export { type AlikePart, type ItemsPart, type Likeness } from './parts/kinds';
export { namespaceParts } from './parts/namespace-parts';
export {
  changedParts,
  isSameInParts,
  membersOf,
  noneOf,
  type Part,
  partNames,
  partOf,
  type PartName,
  type PartTable,
} from './parts/part';
export { constraintParts, segmentParts } from './parts/segment-parts';
export { type ConstraintState, type SegmentState } from './segment-state';
export {
  completeFlag,
  completeWantedFlag,
  isSameState,
  nameOf,
  type SubjectState,
  type SubjectValue,
  withPartsOf,
} from './subject-state';
export {
  constraintState,
  distributionState,
  flagState,
  namespaceState,
  rolloutState,
  ruleState,
  segmentState,
  variantState,
} from './rows/audited-states';
export { factsOfFlag, factsOfSegment } from './rows/facts';
export {
  type FlagDifference,
  flagRowsBetween,
  isNothing,
  type RowChange,
  type RowDifference,
  type SegmentDifference,
  segmentRowsBetween,
} from './rows/rows-between';
export {
  grouped,
  inReadingOrder,
  type StoredFlag,
  type StoredSegment,
  type StoredSubjects,
  ungrouped,
  variantKeysOf,
} from './rows/stored-flag';
export { stateOfFlag, stateOfSegment, valuesOfFlag, withBorrowed } from './rows/state-of';
export { matchRows } from './rows/match-rows';
export { closedUp, ordered } from './rows/steps';
export { type Adoption, adoptFlag } from './rows/adopt-flag';
export { adoptSegment } from './rows/adopt-segment';
export { type NewRows, type NounWithIds, type RowName } from './rows/new-rows';
