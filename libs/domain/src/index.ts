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
  type AuditQuery,
} from './audit';
export {
  authenticationMethods,
  canonicalIssuer,
  isSessionMethod,
  methodTraits,
  sessionMethods,
  storedMethods,
  type Account,
  type AuthenticationMethod,
  type SessionMethod,
  type StoredMethod,
} from './authentication-methods';
export {
  bucketWidth,
  THRESHOLD_BUCKETS,
  thresholdBucket,
  thresholdWidth,
  VARIANT_BUCKETS,
  variantBucket,
} from './buckets';
export {
  ChangeFeed,
  ChangeSink,
  type Change,
  type ChangeListener,
  type Unsubscribe,
  changeText,
  parseChangeText,
  parseRevisionNote,
  Followers,
  MergedChangeFeed,
  SharedChangeFeed,
  SnapshotAges,
  type ChangeCaller,
  type NamespaceChange,
  SERVICE_CALLER,
} from './change';
export { crc32 } from './crc32';
export { comparisonTypes, type ComparisonType } from './comparison-type';
export { type Constraint } from './constraint';
export {
  CancelledError,
  DeadlineExceededError,
  DomainError,
  type ErrorInfo,
  FailedPreconditionError,
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
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  UnimplementedError,
  UnknownFieldError,
  invalidField,
  type DomainErrorOptions,
  messageOf,
} from './errors';
export {
  flagTypes,
  isJsonObject,
  type Flag,
  type FlagType,
  type FlagValues,
  type FlagWithVariants,
  type Json,
  type JsonObject,
  type Variant,
  rolloutTypes,
  type Rollout,
  type RolloutStep,
  type RolloutType,
  type SegmentStep,
  type ThresholdStep,
  type Distribution,
  type Rule,
  type RuleWithDistributions,
} from './flag';
export {
  shortestFloat32,
  KEY_PATTERN,
  MAX_KEY_LENGTH,
  MAX_REMARK_LENGTH,
  MAX_REQUEST_KEY_LENGTH,
  REMARK_PATTERN,
  assertKey,
  assertKeyLength,
  assertNotEmpty,
  assertRemark,
  isKey,
  assertAttachment,
  normalizeDistributionPercent,
  normalizeThresholdPercent,
} from './field-laws';
export { groupBy, inPieces } from './grouping';
export { LoginStateStore, type LoginState } from './login-state';
export {
  aliasKey,
  canonicalKey,
  canonicalMetadata,
  CLAIMS_KEY,
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
export {
  changeStates,
  MAX_APPROVALS,
  NO_REVIEW,
  type ChangeRequest,
  type ChangeReview,
  type ChangeState,
  type ChangeStep,
  type ReviewPolicy,
  type ReviewVerdict,
} from './change-request';
export {
  ConflictError,
  type Conflict,
  MAX_SUBJECTS_TOLD,
  NAMESPACE_SUBJECT,
  type PartPlace,
  revisionOrigins,
  type Release,
  type RevisionEntry,
  type RevisionItem,
  type RevisionOrigin,
  type RevisionQuery,
  type SubjectAction,
  type SubjectChange,
  type SubjectKey,
  type SubjectKind,
  type TornPart,
} from './history';
export {
  type Feature,
  features,
  featuresIn,
  featuresText,
  lackedFeatures,
  namedFeatures,
  whyLacking,
} from './feature';
export { errorReasons, type ErrorCode, type ErrorReason } from './error-reasons';
export {
  isSameRevision,
  mayBeRevision,
  readRevision,
  REVISION_PATTERN,
  type Revision,
  revisionText,
} from './revision';
export { findUnstorable, type Unstorable } from './storable-text';
export {
  DEFAULT_NAMESPACE_KEY,
  resolveNamespaceKey,
  type Namespace,
  type NamespaceContents,
  type NamespaceParts,
  type NamespaceRights,
  type WrittenParts,
} from './namespace';
export { cutPage, type Page, type PageRequest, type PageStart } from './page';
export {
  isProgram,
  marksOf,
  marksOfPerson,
  recordIn,
  subjectMark,
  unknownMethods,
  type PersonMarks,
} from './person';
export { MAX_SHOWN_NAME_LENGTH, quote, quotePath, shownName } from './quote';
export { assertListedOnce, denseRanks, ranksByPosition, reranked, type Ranked } from './rank';
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
export { sortMembers, compactJsonText, isJsonText, MAX_JSON_DEPTH } from './json';
export { assertMetadata } from './flag-metadata';
export { Clock, MICROS_PER_MILLISECOND, MICROS_PER_SECOND, timestampText, type Instant } from './time';
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
  type TokenRecord,
} from './authentication';
export {
  parseBooleanValue,
  compareDatetimeValues,
  normalizeDatetimeValue,
  parseDatetimeValue,
  parseMoment,
  type DatetimeValue,
  parseNumberList,
  parseStringList,
  parseNumberValue,
} from './constraint-value';
export { cleanedFact, expiryFact, issuedFact, refusedLoginFact, revokedFact } from './token-audit';
export { isBlank, trimSpace } from './trim-space';
export { type ValueKind } from './operator-row';
export {
  operatorNames,
  operatorRow,
  operators,
  operatorsTaking,
  valueKind,
  type Operator,
  type OperatorOf,
} from './operators';
