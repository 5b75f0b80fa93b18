export {
  auditActions,
  AuditLog,
  auditTypes,
  createdFact,
  deletedFact,
  refusedFact,
  SERVICE_ORIGIN,
  updatedFact,
  type AuditAction,
  type AuditedState,
  type AuditEntry,
  type AuditEvent,
  type AuditFact,
  type AuditOrigin,
  type AuditSource,
  type AuditType,
  type RefusedAction,
} from './audit';
export { type AuditQuery } from './audit-query';
export { ChangeFeed, ChangeSink, type Change, type ChangeListener, type Unsubscribe } from './change';
export { changeText, parseChangeText } from './change-text';
export { crc32 } from './crc32';
export {
  comparisonTypes,
  operators,
  operatorsByType,
  operatorsWithoutValue,
  storedOperatorsByType,
  type ComparisonType,
  type Constraint,
  type Operator,
  type OperatorsByType,
} from './constraint';
export {
  CancelledError,
  DeadlineExceededError,
  DomainError,
  InvalidArgumentError,
  InvalidFieldError,
  NotFoundError,
  NotServingError,
  OtherTierError,
  PermissionDeniedError,
  MethodNotAllowedError,
  ReadOnlyError,
  UnsupportedEncodingError,
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
export { KEY_PATTERN, MAX_KEY_LENGTH, assertKey, assertKeyLength, assertNotEmpty, isKey } from './key-laws';
export { LoginStateStore, type LoginState } from './login-state';
export {
  aliasKey,
  canonicalKey,
  canonicalMetadata,
  inAliases,
  METADATA_PREFIX,
  ROLE_KEY,
  tokenKeys,
  withAliases,
  withoutClaims,
} from './metadata-keys';
export {
  EvaluationCounter,
  EvaluationCountSink,
  MICROS_PER_MINUTE,
  minuteOf,
  type CountBatch,
  type EvaluationCount,
} from './evaluation-count';
export { Followers } from './followers';
export { MergedChangeFeed } from './merged-change-feed';
export { isSameRevision, type Revision } from './revision';
export { findUnstorable, type Unstorable } from './storable-text';
export { DEFAULT_NAMESPACE_KEY, resolveNamespaceKey, type Namespace } from './namespace';
export { inPieces } from './in-pieces';
export { type NamespaceContents, type NamespaceParts } from './namespace-contents';
export { cutPage, type Page, type PageRequest, type PageStart } from './page';
export { quote, quotePath } from './quote';
export { assertListedOnce, denseRanks, isReranked, orderOf, ranksByPosition, type Ranked } from './rank';
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
export { SharedChangeFeed } from './shared-change-feed';
export { SnapshotAges } from './snapshot-ages';
export { sortMembers } from './sort-members';
export { Clock, MICROS_PER_MILLISECOND, MICROS_PER_SECOND, type Instant } from './time';
export { assertAttachment } from './attachment-laws';
export { authenticationMethods, type AuthenticationMethod } from './authentication-method';
export {
  isExpired,
  OperationLock,
  TokenRecords,
  TokenStore,
  type Authentication,
  type AuthenticationMetadata,
  type AuthenticationQuery,
  type Identity,
  type JwtIdentity,
  type LockOutcome,
  type Revocations,
  type StoredMethod,
  type TokenRecord,
} from './authentication';
export { parseBooleanValue } from './boolean-value';
export {
  assertOperatorKept,
  normalizeConstraint,
  OperatorError,
  type ConstraintInput,
  type NormalizedConstraint,
} from './constraint-laws';
export {
  compareDatetimeValues,
  normalizeDatetimeValue,
  parseDatetimeValue,
  type DatetimeValue,
} from './datetime-value';
export { compactJsonText, isJsonText } from './json-text';
export { parseNumberList, parseStringList } from './list-value';
export { parseNumberValue } from './number-value';
export { normalizeDistributionPercent, normalizeThresholdPercent } from './percent-laws';
export { cleanedFact, expiryFact, issuedFact, refusedLoginFact, revokedFact } from './token-audit';
export { isBlank, trimSpace } from './trim-space';
