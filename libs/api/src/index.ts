export { ApiModule } from './api.module';
export { connectionEventOf, Connections } from './connections/connections';
export { believePeers, PEER_HEADER, peerText } from './connections/forwarded-peer';
export { presentAuthor, presentConflict, presentPlace } from './errors/error-details';
export { errorStatus, type ErrorStatus, ofrepErrorCode } from './errors/error-status';
export { GrpcDoor, type UnaryForwarder } from './grpc/grpc-door';
export { pathOfMethod } from './grpc/grpc-server';
export { grpcStatusOf } from './grpc/grpc-status';
export { messageToBinary } from './grpc/message-binary';
export { BasePath } from './http/base-path';
export { Cors } from './http/cors';
export { isOriginOf, isSafeVerb } from './http/foreign-pages';
export { HttpDoor } from './http/http-door';
export { HttpServerAdapter } from './http/http-server.adapter';
export { isQueryParameter } from './http/parameter';
export { JSON_VIEW, VIEW } from './http/query';
export { encodingFor } from './http/reply';
export { pathOf } from './http/request-path';
export { messageToJson } from './json/message-json';
export { holdsJsonText, isJsonText } from './json/json-texts';
export { isStrict } from './json/strict-json';
export { comparisonTypeWords } from './laws/choice-laws';
export type { FieldLaw, SchemaKeywords } from './laws/field-laws';
export { messageLaws } from './laws/request-laws';
export {
  AGE_HEADER,
  BYPASS_REVIEW_HEADER,
  HELD_HEADER,
  KEEP_CHANGES_HEADER,
  listsTag,
  MIN_REVISION_HEADER,
  ofrepNamespaceOf,
  REVISION_HEADER,
  tellRevision,
} from './rpc/call-headers';
export { CallTracer, type FollowedCall } from './rpc/call-observers';
export { callerOf, originOf } from './rpc/caller';
export { Gate, OpenGate } from './rpc/gate';
export { ServedRpcs, type OtherTier } from './rpc/served-rpcs';
export { invalidPageToken, numberInPageToken, pageLimit } from './rpc/long-list';
export { limitedPageRequest, type ListRequest, nextPageToken, pageRequest } from './rpc/page-token';
export { JsonAnswer } from './rpc/json-answer';
export { type AnswerForms, PreparedAnswer } from './rpc/prepared-answer';
export { type Route, type RouteMatch, RouteTable } from './rpc/route-table';
export { type ServedRpc, Rpc, type RpcHandler, type StreamHandler } from './rpc/rpc';
export type { CookieAttributes, HttpExchange, RpcCall } from './rpc/rpc-call';
export { evaluationRpcs, isAuthRpc } from './rpc/rpc-kinds';
export { RpcRegistry } from './rpc/rpc-registry';
export type { BinaryShortcut, JsonShortcut } from './rpc/shortcut';
