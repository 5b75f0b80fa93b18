export {
  comparisonTypes,
  operators,
  operatorsByType,
  operatorsWithoutValue,
  type ComparisonType,
  type Constraint,
  type Operator,
} from './constraint';
export {
  CancelledError,
  DeadlineExceededError,
  DomainError,
  InvalidArgumentError,
  NotFoundError,
  NotServingError,
  PermissionDeniedError,
  ReadOnlyError,
  ResourceExhaustedError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
  invalidField,
  type DomainErrorOptions,
  type ErrorCode,
} from './errors';
export {
  flagTypes,
  isJsonObject,
  type Flag,
  type FlagType,
  type FlagWithVariants,
  type Json,
  type JsonObject,
  type Variant,
} from './flag';
export { shortestFloat32 } from './float32';
export { groupBy } from './group-by';
export { MAX_KEY_LENGTH, assertKey, assertKeyLength, assertNotEmpty } from './key-laws';
export { LoginStateStore, type LoginState } from './login-state';
export { DEFAULT_NAMESPACE_KEY, resolveNamespaceKey, type Namespace } from './namespace';
export { cutPage, type Page, type PageRequest, type PageStart } from './page';
export { quote, quotePath } from './quote';
export { denseRanks, ranksByPosition, type Ranked } from './rank';
export {
  rolloutTypes,
  type Rollout,
  type RolloutStep,
  type RolloutType,
  type SegmentStep,
  type ThresholdStep,
} from './rollout';
export { type Distribution, type Rule, type RuleWithDistributions } from './rule';
export {
  matchTypes,
  segmentOperators,
  selectSegments,
  type MatchType,
  type Segment,
  type SegmentOperator,
  type SegmentSelection,
  type SegmentWithConstraints,
} from './segment';
export { sortMembers } from './sort-members';
export { Clock, MICROS_PER_MILLISECOND, MICROS_PER_SECOND, type Instant } from './time';
export { assertAttachment } from './attachment-laws';
export {
  authenticationMethods,
  isExpired,
  OperationLock,
  TokenStore,
  type Authentication,
  type AuthenticationMetadata,
  type AuthenticationMethod,
  type AuthenticationQuery,
  type Identity,
  type JwtIdentity,
  type LockOutcome,
  type StoredMethod,
} from './authentication';
export { parseBooleanValue } from './boolean-value';
export { normalizeConstraint, type ConstraintInput, type NormalizedConstraint } from './constraint-laws';
export {
  compareDatetimeValues,
  normalizeDatetimeValue,
  parseDatetimeValue,
  type DatetimeValue,
} from './datetime-value';
export { compactJsonText, isJsonText } from './json-text';
export { parseNumberList, parseStringList } from './list-value';
export { parseNumberValue } from './number-value';
export { isBlank, trimSpace } from './trim-space';
