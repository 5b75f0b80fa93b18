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
 * a violated one is a bug and stays as it is, unless a store asks {@link isUniqueConflict}.
 */
export function translateDriverError(error: unknown): unknown {
  const code = driverCode(error);
  if (code !== undefined && unavailableSqliteCodes.includes(code)) {
    return new UnavailableError('the database cannot be used at the moment', { cause: error });
  }
  return error;
}

/**
 * True when a statement failed because another row has the same value in this column, and in this one alone.
 *
 * For values that a look beforehand cannot keep apart, because another process may write between look and write.
 */
export function isUniqueConflict(error: unknown, table: string, column: string): boolean {
  // SQLite has one code for every broken constraint; which one it was is in the message only.
  const message = `SQLITE_CONSTRAINT: UNIQUE constraint failed: ${table}.${column}`;
  return memberOf(driverErrorOf(error), 'message') === message;
}

function driverCode(error: unknown): string | undefined {
  const code = memberOf(driverErrorOf(error), 'code');
  return typeof code === 'string' ? code : undefined;
}

/** What the driver threw, which the ORM wraps when a statement failed. */
function driverErrorOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? error.driverError : error;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
