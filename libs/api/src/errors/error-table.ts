import { type ErrorCode } from '@pennon/domain';

/** How loud an error is: at `error` someone must act, at `debug` nobody need know. */
export type ErrorLogLevel = 'debug' | 'warn' | 'error';

/** What an error code is on each door. */
export interface ErrorRow {
  readonly grpc: number;
  readonly http: number;
  readonly logLevel: ErrorLogLevel;
}

/** The one place that knows status numbers. Source: contract/management-api.md 5.1. */
export const errorTable: Readonly<Record<ErrorCode, ErrorRow>> = {
  CANCELLED: { grpc: 1, http: 499, logLevel: 'debug' },
  INVALID_ARGUMENT: { grpc: 3, http: 400, logLevel: 'debug' },
  NOT_FOUND: { grpc: 5, http: 404, logLevel: 'debug' },
  RESOURCE_EXHAUSTED: { grpc: 8, http: 429, logLevel: 'warn' },
  UNIMPLEMENTED: { grpc: 12, http: 501, logLevel: 'debug' },
  INTERNAL: { grpc: 13, http: 500, logLevel: 'error' },
  UNAVAILABLE: { grpc: 14, http: 503, logLevel: 'warn' },
};
