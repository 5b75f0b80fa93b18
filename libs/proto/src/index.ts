export { comments } from './gen/comments';
export { AnalyticsService } from './gen/flipt/analytics_pb';
export * as fliptAnalytics from './gen/flipt/analytics_pb';
export {
  AuthenticationMethodKubernetesService,
  AuthenticationMethodTokenService,
  CreateTokenRequestSchema,
  ExpireAuthenticationSelfRequestSchema,
  ListAuthenticationsRequestSchema,
  Method,
} from './gen/flipt/auth_pb';
export * as fliptAuth from './gen/flipt/auth_pb';
export {
  DataService,
  EvaluationRequestSchema,
  EvaluationResponseSchema,
  EvaluationService,
} from './gen/flipt/evaluation_pb';
export * as fliptEvaluation from './gen/flipt/evaluation_pb';
export {
  BatchEvaluationRequestSchema,
  ComparisonType,
  ConstraintSchema,
  CreateConstraintRequestSchema,
  CreateDistributionRequestSchema,
  CreateFlagRequestSchema,
  CreateRolloutRequestSchema,
  CreateRuleRequestSchema,
  DeleteDistributionRequestSchema,
  DeleteNamespaceRequestSchema,
  DistributionSchema,
  type Flag,
  FlagListSchema,
  FlagSchema,
  FlagType,
  Flipt,
  type GetFlagRequest,
  GetFlagRequestSchema,
  ListFlagRequestSchema,
  ListRolloutRequestSchema,
  OrderRulesRequestSchema,
  RolloutSchema,
  RuleSchema,
  SegmentOperator,
  UpdateFlagRequestSchema,
  VariantSchema,
} from './gen/flipt/flipt_pb';
export * as flipt from './gen/flipt/flipt_pb';
export { MetadataService } from './gen/flipt/meta_pb';
export * as fliptMeta from './gen/flipt/meta_pb';
export * as fliptOff from './gen/flipt/off_pb';
export { OFREPService } from './gen/flipt/ofrep_pb';
export * as fliptOfrep from './gen/flipt/ofrep_pb';
export { http } from './gen/google/api/annotations_pb';
export type { HttpRule } from './gen/google/api/http_pb';
export { type HttpBody, HttpBodySchema } from './gen/google/api/httpbody_pb';
export { ErrorInfoSchema } from './gen/google/rpc/error_details_pb';
export { StatusSchema } from './gen/google/rpc/status_pb';
export {
  Health,
  type HealthCheckRequest,
  type HealthCheckResponse,
  HealthCheckResponseSchema,
} from './gen/grpc/health/v1/health_pb';
export * as grpcHealth from './gen/grpc/health/v1/health_pb';
export { CountService } from './gen/pennon/analytics_pb';
export * as pennonAnalytics from './gen/pennon/analytics_pb';
export * as pennonAudit from './gen/pennon/audit_pb';
export { ChangeService } from './gen/pennon/changes_pb';
export * as pennonChanges from './gen/pennon/changes_pb';
export * as pennonDashboard from './gen/pennon/dashboard_pb';
export { ExplainService } from './gen/pennon/explain_pb';
export * as pennonExplain from './gen/pennon/explain_pb';
export * as pennonFind from './gen/pennon/find_pb';
export * as pennonLooks from './gen/pennon/looks_pb';
export * as pennonReference from './gen/pennon/reference_pb';
export * as pennonSaved from './gen/pennon/saved_pb';
export { TransferService } from './gen/pennon/transfer_pb';
export * as pennonTransfer from './gen/pennon/transfer_pb';
export { durationOf } from './wire/duration';
export { EnumWords } from './wire/enum-words';
export { isOwn } from './wire/own-rpc';
export { instantOf, isTimestampValid, momentOf, timestampOf } from './wire/timestamp';
