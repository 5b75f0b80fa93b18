import { DomainError, ResourceExhaustedError } from '@pennon/domain';
import { errorTable, type ErrorRow } from './error-table';

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
