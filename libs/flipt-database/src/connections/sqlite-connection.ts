import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Database, OPEN_READONLY } from 'sqlite3';
import { InvalidArgumentError } from '@pennon/domain';
import { driverFailure } from './driver-failure';
import { type DriverRow, type FliptConnection } from './flipt-connection';

/** How long to wait for whoever is writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a SQLite file, to read it.
 *
 * @throws InvalidArgumentError if there is none.
 * @throws UnavailableError if it cannot be read.
 */
export async function openSqlite(path: string): Promise<FliptConnection> {
  const file = resolve(path);
  if (!existsSync(file)) throw new InvalidArgumentError(`there is no file ${file}`);
  const database = await open(file);
  database.configure('busyTimeout', BUSY_TIMEOUT_MS);
  const connection = {
    dialect: 'sqlite',
    location: file,
    query: async (sql, values = []) =>
      new Promise((answer, reject) => {
        database.all<DriverRow>(sql, [...values], (error, rows) => {
          if (error === null) answer(rows);
          else reject(driverFailure('read', file, error));
        });
      }),
    // Ends the transaction too. What keeps the file from being closed is nothing that was written.
    close: async () =>
      new Promise((answer) => {
        database.close(() => {
          answer();
        });
      }),
  } satisfies FliptConnection;
  try {
    // The state is that of the first read, until the end.
    await connection.query('BEGIN');
    await connection.query('SELECT count(*) FROM sqlite_master');
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function open(file: string): Promise<Database> {
  return new Promise((answer, reject) => {
    const database = new Database(file, OPEN_READONLY, (error) => {
      if (error === null) answer(database);
      else reject(driverFailure('opened', file, error));
    });
  });
}
