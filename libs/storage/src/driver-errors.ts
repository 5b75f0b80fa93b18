import { QueryFailedError } from 'typeorm';
import { UnavailableError } from '@pennon/domain';

/** SQLite result codes that say the file cannot be used now, though the statement is fine. */
const unavailableSqliteCodes: readonly string[] = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
];

/**
 * The domain error a driver's error means, or the error itself when it means a bug.
 *
 * Nothing above this lib knows a driver's codes. Laws such as uniqueness are checked before a statement runs, so
 * a violated one is a bug and stays as it is.
 */
export function translateDriverError(error: unknown): unknown {
  const code = driverCode(error);
  if (code !== undefined && unavailableSqliteCodes.includes(code)) {
    return new UnavailableError('the database cannot be used at the moment', { cause: error });
  }
  return error;
}

function driverCode(error: unknown): string | undefined {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const hasCode = typeof cause === 'object' && cause !== null && 'code' in cause;
  return hasCode && typeof cause.code === 'string' ? cause.code : undefined;
}
