import type { Dialect } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';

/** A row as the driver gives it, by column. */
export type DriverRow = Readonly<Record<string, unknown>>;

/**
 * One transaction that reads a database and cannot change it: from the first query to the end it sees one state.
 *
 * Queries quote names with `"` and stand for values with `?`, whatever the database.
 */
export interface FliptConnection {
  readonly dialect: Dialect;
  /** Where the database is, for people; without user and password. */
  readonly location: string;
  /** @throws UnavailableError if the database does not answer. */
  query(sql: string, values?: readonly string[]): Promise<readonly DriverRow[]>;
  close(): Promise<void>;
}

/** The error for a driver's: what was tried, where, and what the driver says, which holds no password. */
export function driverFailure(tried: string, location: string, error: unknown): UnavailableError {
  // Of several failed attempts at one host there is a code and no message.
  const { message, code } = (error ?? {}) as Partial<Record<'message' | 'code', unknown>>;
  const reason = textOf(message) ?? textOf(code) ?? 'it does not answer';
  return new UnavailableError(`the database ${location} cannot be ${tried}: ${reason}`, {
    cause: error,
  });
}

function textOf(said: unknown): string | undefined {
  return typeof said === 'string' && said !== '' ? said : undefined;
}
