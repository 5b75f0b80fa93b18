import { status } from '@grpc/grpc-js';
import { type ErrorCode } from '@pennon/domain';

/** How loud an error is: at `error` someone must act, at `debug` nobody need know. */
export type ErrorLogLevel = 'debug' | 'warn' | 'error';

/** What an error code is on each door. */
export interface ErrorRow {
  readonly grpc: status;
  readonly http: number;
  readonly logLevel: ErrorLogLevel;
}

/** The one place that knows status numbers. */
export const errorTable: Readonly<Record<ErrorCode, ErrorRow>> = {
  CANCELLED: { grpc: status.CANCELLED, http: 499, logLevel: 'debug' },
  INVALID_ARGUMENT: { grpc: status.INVALID_ARGUMENT, http: 400, logLevel: 'debug' },
  DEADLINE_EXCEEDED: { grpc: status.DEADLINE_EXCEEDED, http: 504, logLevel: 'warn' },
  NOT_FOUND: { grpc: status.NOT_FOUND, http: 404, logLevel: 'debug' },
  FAILED_PRECONDITION: { grpc: status.FAILED_PRECONDITION, http: 400, logLevel: 'debug' },
  PERMISSION_DENIED: { grpc: status.PERMISSION_DENIED, http: 403, logLevel: 'debug' },
  RESOURCE_EXHAUSTED: { grpc: status.RESOURCE_EXHAUSTED, http: 429, logLevel: 'warn' },
  UNIMPLEMENTED: { grpc: status.UNIMPLEMENTED, http: 501, logLevel: 'debug' },
  // Over HTTP what is not here is not found; 501 would tell a client that the path takes another verb.
  OTHER_TIER: { grpc: status.UNIMPLEMENTED, http: 404, logLevel: 'debug' },
  METHOD_NOT_ALLOWED: { grpc: status.UNIMPLEMENTED, http: 405, logLevel: 'debug' },
  UNSUPPORTED_ENCODING: { grpc: status.UNIMPLEMENTED, http: 415, logLevel: 'debug' },
  INTERNAL: { grpc: status.INTERNAL, http: 500, logLevel: 'error' },
  UNAUTHENTICATED: { grpc: status.UNAUTHENTICATED, http: 401, logLevel: 'debug' },
  UNAVAILABLE: { grpc: status.UNAVAILABLE, http: 503, logLevel: 'warn' },
};
