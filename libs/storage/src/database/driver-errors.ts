import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { InvalidArgumentError, UnavailableError } from '@pennon/domain';
import {
  brokenRuleCodes,
  certificateRefusals,
  contention,
  corruptCodes,
  cutConnectionCodes,
  cutConnectionMessages,
  demotedCodes,
  forbiddenCodes,
  fullCodes,
  lostConnectionCodes,
  lostConnectionMessages,
  lostStatementCodes,
  misfitCodes,
  nulCodes,
  outOfSpaceCodes,
  outOfSpaceMessage,
  restartCodes,
  rowConflicts,
  tlsRefusals,
  unavailableCodes,
} from './driver-codes';

/** What only a primary can do was asked of a server that follows another one, or takes no writes. */
export class FollowerError extends UnavailableError {}

/** A SQLite file that is reachable by two names, each with a write-ahead log of its own. */
export class SecondNameError extends UnavailableError {}

/** A primary that was fenced off, since another one has its part by now: what it has is not the present state. */
export class FencedError extends FollowerError {}

/**
 * Another transaction has done something behind what this one had looked at. The same work may succeed when it is run
 * again.
 *
 * For what the isolation of a database lets through, and only the work itself can see.
 */
export class OvertakenError extends Error {
  constructor(what: string) {
    super(`overtaken: ${what}`);
  }
}

/**
 * The domain error a driver's error means, or the error itself when it means a bug.
 *
 * Nothing above this lib knows a driver's codes. Laws such as uniqueness are checked before a statement runs, so
 * a violated one is a bug and stays as it is, unless a store asks {@link isUniqueConflict}.
 */
export function translateDriverError(error: unknown): unknown {
  if (hasCode(error, nulCodes)) {
    return new InvalidArgumentError(
      'text must not hold the character U+0000, which the database cannot store',
      {
        cause: error,
      },
    );
  }
  if (isContention(error)) {
    return new UnavailableError('the database is busy with changes of the same; try again later', {
      cause: error,
    });
  }
  if (isOutOfSpace(error)) {
    return new UnavailableError(
      'the disk of the database is full: nothing can be written until it has space',
      {
        cause: error,
      },
    );
  }
  if (isCorrupt(error)) {
    return new UnavailableError('the database file is damaged; see the log', { cause: error });
  }
  if (hasCode(error, ['SQLITE_READONLY'])) {
    return new UnavailableError(
      'the database file, or one of the files beside it (-wal, -shm), may only be read: nothing can be written until ' +
        'their permissions allow it',
      { cause: error },
    );
  }
  if (hasCode(error, [...unavailableCodes, ...fullCodes]) || isDemoted(error) || isConnectionLost(error)) {
    if (error instanceof UnavailableError) return error;
    return new UnavailableError('the database cannot be used at the moment', { cause: error });
  }
  return error;
}

/** True when a transaction failed because of another one, so that it may succeed when it is run again. */
export function isContention(error: unknown): boolean {
  return error instanceof OvertakenError || hasCode(error, contention);
}

/** True when the server asks for the transaction to be run again, however long it took. */
export function isRestart(error: unknown): boolean {
  return hasCode(error, restartCodes);
}

/** True when the database cannot write because its disk is full. Reads go on. */
export function isOutOfSpace(error: unknown): boolean {
  if (hasCode(error, outOfSpaceCodes)) return true;
  const { errno, message } = (driverErrorOf(error) ?? {}) as Partial<Record<string, unknown>>;
  return typeof errno === 'number' && outOfSpaceMessage.test(String(message));
}

/** True when SQLite could not read or write a file; on a full disk too, of the files that it keeps beside its own. */
export function isIoFailure(error: unknown): boolean {
  return hasCode(error, ['SQLITE_IOERR', 'SQLITE_CANTOPEN']);
}

/** True when a SQLite file is damaged, or is not a database. */
export function isCorrupt(error: unknown): boolean {
  return hasCode(error, corruptCodes);
}

/** True when a server takes no writes, and so is not the primary. */
export function isDemoted(error: unknown): boolean {
  return error instanceof FollowerError || hasCode(error, demotedCodes);
}

/** True when the user of the connection lacks the right to do that. */
export function isForbidden(error: unknown): boolean {
  return hasCode(error, forbiddenCodes);
}

/** True when a server has no more connections to give at the moment. */
export function isFull(error: unknown): boolean {
  return (
    hasCode(error, fullCodes) || (error instanceof Error && error.cause !== undefined && isFull(error.cause))
  );
}

/** True when another process has a SQLite file locked. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, ['SQLITE_BUSY']);
}

/** True when a row that another transaction wrote or deleted is in the way, which a look beforehand did not show. */
export function isRowConflict(error: unknown): boolean {
  return hasCode(error, rowConflicts);
}

/** True when a row breaks a rule of its table, as one that is there twice does, or refers to a row that is missing. */
export function isBrokenRule(error: unknown): boolean {
  return hasCode(error, brokenRuleCodes);
}

/** True when a value does not fit its column. */
export function isMisfit(error: unknown): boolean {
  return hasCode(error, misfitCodes);
}

/** True when the connection is of no more use: closed, never opened, or without an answer in time. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof UnavailableError) return error.cause !== undefined && isConnectionLost(error.cause);
  return isConnectionCut(error) || isOneOf(error, lostConnectionCodes, lostConnectionMessages);
}

/** True when a connection has ended that worked: another one may work. What was under way may have happened. */
export function isConnectionCut(error: unknown): boolean {
  // The ORM lets go of a connection that ends between two statements.
  return (
    letGo.some((type) => error instanceof type) || isOneOf(error, cutConnectionCodes, cutConnectionMessages)
  );
}

function isOneOf(error: unknown, codes: readonly string[], messages: readonly string[]): boolean {
  const message = memberOf(driverErrorOf(error), 'message');
  return hasCode(error, codes) || messages.some((known) => known === message);
}

/** What the ORM throws when a connection is used that it has let go of. */
const letGo = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

/** True when a server without TLS was asked for it. */
export function isTlsRefused(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  return tlsRefusals.some((known) => known === code || known === message);
}

/** True when a connection was given up because of the server's certificate. */
export function isCertificateRefused(error: unknown): error is Error {
  return error instanceof Error && hasCode(error, certificateRefusals);
}

/** True when PostgreSQL has a prepared statement no more, has another of its name, or can no longer run it. */
export function isPreparedStatementLost(error: unknown): boolean {
  return hasCode(error, lostStatementCodes);
}

/** A value by which the rows of a table differ, as each driver names it when it is taken. */
export interface UniqueValue {
  readonly table: string;
  readonly column: string;
  /** Name of the index; `PRIMARY` for a primary key. */
  readonly index: string;
}

/**
 * True when a statement failed because another row has the same value in this column, and in this one alone.
 *
 * For values that a look beforehand cannot keep apart, because another process may write between look and write.
 */
export function isUniqueConflict(error: unknown, { table, column, index }: UniqueValue): boolean {
  const failure = driverErrorOf(error);
  const message = String(memberOf(failure, 'message'));
  switch (driverCode(error)) {
    // SQLite has one code for every broken constraint; which one it was is in the message only.
    case 'SQLITE_CONSTRAINT':
      return message === `SQLITE_CONSTRAINT: UNIQUE constraint failed: ${table}.${column}`;
    // The words around it may be of any language.
    case '23505':
      return (
        memberOf(failure, 'table') === table &&
        /\(([^)]*)\)=\(/.exec(String(memberOf(failure, 'detail')))?.[1] === column
      );
    // MySQL puts the table before the name of the index, and MariaDB does not.
    case 'ER_DUP_ENTRY':
      return message.endsWith(`'${index}'`) || message.endsWith(`'${table}.${index}'`);
    default:
      return false;
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  const code = driverCode(error);
  return code !== undefined && codes.some((known) => known === code || isClassOf(known, code));
}

/** A class of PostgreSQL's codes is written as `08***`. */
function isClassOf(known: string, code: string): boolean {
  return known.endsWith('***') && code.length === known.length && code.startsWith(known.slice(0, 2));
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
