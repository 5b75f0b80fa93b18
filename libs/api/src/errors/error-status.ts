import { DomainError } from '@pennon/domain';
import { errorTable, type ErrorRow } from './error-table';

/** What the caller is told about an error. */
export interface ErrorStatus extends ErrorRow {
  readonly message: string;
}

/**
 * The status of anything that was thrown. A domain error speaks for itself; everything else is a bug, whose text
 * stays in the log because it may hold what the caller must not see.
 */
export function errorStatus(error: unknown): ErrorStatus {
  if (!(error instanceof DomainError)) return { ...errorTable.INTERNAL, message: 'internal error' };
  const { code, message, isRoutine } = error;
  return { ...errorTable[code], message, ...(isRoutine && { logLevel: 'debug' }) };
}

/** The error body: exactly these three members, because clients parse it strictly. Source: management-api.md 5.1. */
export function errorBody({ grpc, message }: ErrorStatus, pretty: boolean): string {
  // Pretty output leaves out empty lists, as everywhere (management-api.md 2.5).
  return pretty
    ? JSON.stringify({ code: grpc, message }, undefined, 2)
    : JSON.stringify({ code: grpc, message, details: [] });
}
