import { type Dialect } from '@pennon/config';

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
