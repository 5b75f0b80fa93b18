import type { JsonValue } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { DomainError, type ErrorCode, ResourceExhaustedError } from '@pennon/domain';

/** How loud an error is: at `error` someone must act, at `debug` nobody need know. */
export type ErrorLogLevel = 'debug' | 'warn' | 'error';

/** What an error code is on each door. */
interface ErrorRow {
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
  ABORTED: { grpc: status.ABORTED, http: 409, logLevel: 'debug' },
  PERMISSION_DENIED: { grpc: status.PERMISSION_DENIED, http: 403, logLevel: 'debug' },
  RESOURCE_EXHAUSTED: { grpc: status.RESOURCE_EXHAUSTED, http: 429, logLevel: 'warn' },
  TOO_LARGE: { grpc: status.RESOURCE_EXHAUSTED, http: 413, logLevel: 'warn' },
  UNIMPLEMENTED: { grpc: status.UNIMPLEMENTED, http: 501, logLevel: 'debug' },
  // Over HTTP what is not here is not found; 501 would tell a client that the path takes another verb.
  OTHER_TIER: { grpc: status.UNIMPLEMENTED, http: 404, logLevel: 'debug' },
  METHOD_NOT_ALLOWED: { grpc: status.UNIMPLEMENTED, http: 405, logLevel: 'debug' },
  UNSUPPORTED_ENCODING: { grpc: status.UNIMPLEMENTED, http: 415, logLevel: 'debug' },
  INTERNAL: { grpc: status.INTERNAL, http: 500, logLevel: 'error' },
  UNAUTHENTICATED: { grpc: status.UNAUTHENTICATED, http: 401, logLevel: 'debug' },
  UNAVAILABLE: { grpc: status.UNAVAILABLE, http: 503, logLevel: 'warn' },
};

/** What the caller is told about an error. */
export interface ErrorStatus extends ErrorRow {
  readonly message: string;
  /** Key of the flag that the error is about, for doors that name it apart; `''` for none. */
  readonly flagKey: string;
  /** How many seconds the caller should wait before it tries again; undefined where that is not said. */
  readonly retryAfterS?: number | undefined;
}

/**
 * The status of anything that was thrown. A domain error speaks for itself; everything else is a bug, whose text
 * stays in the log because it may hold what the caller must not see.
 */
export function errorStatus(error: unknown): ErrorStatus {
  if (!(error instanceof DomainError)) {
    return { ...errorTable.INTERNAL, message: 'internal error', flagKey: '' };
  }
  const { code, message, isRoutine, flagKey } = error;
  return {
    ...errorTable[code],
    message,
    flagKey,
    ...(isRoutine && { logLevel: 'debug' }),
    ...(error instanceof ResourceExhaustedError && { retryAfterS: error.retryAfterS }),
  };
}

/** What OFREP calls an error; whatever is not here is GENERAL. */
const ofrepCodes: Readonly<Partial<Record<status, string>>> = {
  [status.INVALID_ARGUMENT]: 'INVALID_CONTEXT',
  [status.NOT_FOUND]: 'FLAG_NOT_FOUND',
};

/**
 * The error body: exactly these three members, because clients parse it strictly.
 *
 * @param details None for calls of Flipt, whose bodies are recorded.
 */
export function errorBody(
  { grpc, message }: ErrorStatus,
  pretty: boolean,
  details: readonly JsonValue[] = [],
): string {
  const body = { code: grpc, message, details };
  // Pretty output leaves out empty lists, as everywhere.
  return pretty
    ? JSON.stringify({ ...body, ...(details.length === 0 && { details: undefined }) }, undefined, 2)
    : JSON.stringify(body);
}

/**
 * The error body below `/ofrep`.
 *
 * @param named Key of the flag that the path names, for an error that names none; undefined to leave it out.
 */
export function ofrepErrorBody(
  { grpc, message, flagKey }: ErrorStatus,
  pretty: boolean,
  named?: string,
): string {
  const key = flagKey === '' ? named : flagKey;
  const body = { key, errorCode: ofrepErrorCode(grpc), errorDetails: message };
  return `${JSON.stringify(body, undefined, pretty ? 2 : undefined)}\n`;
}

/** The OFREP name of a gRPC code. */
export function ofrepErrorCode(grpc: status): string {
  return ofrepCodes[grpc] ?? 'GENERAL';
}
