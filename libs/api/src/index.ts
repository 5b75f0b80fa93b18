export { ApiModule } from './api.module';
export { fail, FAILURE } from './boot/process-end';
export { runTier, serve } from './boot/serve';
export { startApp, type AppPlan, type Instance } from './boot/start-app';
export { type Tier } from './boot/tier';
export { Leader } from './forwarding/leader';
export { comments } from './gen/comments';
export * as flipt from './gen/flipt/flipt_pb';
export * as fliptAnalytics from './gen/flipt/analytics_pb';
export * as fliptAuth from './gen/flipt/auth_pb';
export * as fliptEvaluation from './gen/flipt/evaluation_pb';
export * as fliptMeta from './gen/flipt/meta_pb';
export * as fliptOfrep from './gen/flipt/ofrep_pb';
export * as grpcHealth from './gen/grpc/health/v1/health_pb';
export * as pennonAnalytics from './gen/pennon/analytics_pb';
export * as pennonAudit from './gen/pennon/audit_pb';
export * as pennonDashboard from './gen/pennon/dashboard_pb';
export * as pennonExplain from './gen/pennon/explain_pb';
export * as pennonReference from './gen/pennon/reference_pb';
export * as pennonTransfer from './gen/pennon/transfer_pb';
export { HttpBodySchema, type HttpBody } from './gen/google/api/httpbody_pb';
export { ofrepErrorCode, errorStatus, type ErrorStatus } from './errors/error-status';
export type { BinaryShortcut, JsonShortcut } from './rpc/shortcut';
export { messageToBinary } from './grpc/message-binary';
export type { CookieAttributes, HttpExchange, NamespaceRights, RpcCall } from './rpc/rpc-call';
export { pathOf } from './http/request-path';
export { encodingFor } from './http/reply';
export { isQueryParameter } from './http/query';
export { RouteTable, type Route, type RouteMatch } from './rpc/route-table';
export { VERSION } from '@pennon/executable';
export { messageToJson } from './json/message-json';
export { comparisonTypeWords } from './laws/choice-laws';
export { type FieldLaw } from './laws/field-laws';
export { messageLaws } from './laws/request-laws';
export { limitedPageRequest, nextPageToken, pageRequest, type ListRequest } from './rpc/page-token';
export { CallTracer, type FollowedCall } from './rpc/call-observers';
export {
  listsTag,
  ofrepNamespaceOf,
  AGE_HEADER,
  MIN_REVISION_HEADER,
  REVISION_HEADER,
  tellRevision,
} from './rpc/call-headers';
export { Gate, OpenGate } from './rpc/gate';
export { isAuthRpc } from './rpc/rpc-kinds';
export { Offer, type OtherTier } from './rpc/offer';
export { type OfferedRpc, Rpc, type RpcHandler, type StreamHandler } from './rpc/rpc';
export { originOf } from './rpc/caller';
export { PreparedAnswer, type AnswerForms } from './rpc/prepared-answer';
export { isOriginOf, isSafeVerb } from './http/foreign-pages';
export { RpcRegistry } from './rpc/rpc-registry';
export { readAuthorities } from './connections/certificate';
export { WorkerLink } from './workers/worker-link';
export { EnumWords } from './wire/enum-words';
export { instantOf, isTimestampValid, timestampOf } from './wire/timestamp';
