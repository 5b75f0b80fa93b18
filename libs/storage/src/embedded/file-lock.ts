import cluster from 'node:cluster';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { DataSource } from 'typeorm';
import { UnavailableError } from '@pennon/domain';
import { OWNER_ONLY } from '@pennon/platform';
import { commonOptions } from '../database/data-source-options';
import { isBusy, isOutOfSpace } from '../database/driver-errors';
import { driver } from './sqlite-data-source';

/** Longest wait for another process that is taking the lock, or reading who has it, in milliseconds. */
const BUSY_TIMEOUT_MS = 500;

/** The process that took a lock last, for people. */
interface Owner {
  /** `process 17`, or `process 18, a worker of process 17`. */
  readonly process: string;
  readonly host: string;
}

/** Another process has the lock. */
export class LockedError extends UnavailableError {}

/**
 * A lock that one process has at a time, on any machine that sees the file. The kernel releases it when the process
 * ends, however it ends, so a lock is never stale.
 *
 * The file is a SQLite database with an open write transaction: SQLite knows how to lock files on every platform, and
 * a process that is refused can still read who has the lock. The file stays when the lock is released, because another
 * process may have opened it already.
 *
 * Taking the lock needs no space: on a full disk an empty file is enough, and only the name of the owner is missing.
 */
export class FileLock {
  private constructor(private readonly connection: DataSource) {}

  /**
   * Takes the lock.
   *
   * @param file Made when it is missing; its directory must exist.
   * @param thing What the lock protects, for the refusal: `the database /data/pennon.db`.
   * @param advice What to do when another process has it.
   * @throws LockedError if another process has the lock, with its id.
   * @throws UnavailableError if the file cannot be used.
   */
  static async take(file: string, thing: string, advice = ''): Promise<FileLock> {
    let connection: DataSource | undefined;
    try {
      await (await open(file, 'a', OWNER_ONLY)).close();
      connection = await connect(file);
      await take(connection);
      return new FileLock(connection);
    } catch (error) {
      const owner = isBusy(error) && connection ? await readOwner(connection) : undefined;
      await connection?.destroy();
      if (isBusy(error)) throw new LockedError(`${thing} is in use by ${describe(owner)}${advice}`);
      throw new UnavailableError(`the lock file ${file} cannot be used`, { cause: error });
    }
  }

  /** Releases it. */
  async destroy(): Promise<void> {
    await this.connection.destroy();
  }
}

async function connect(database: string): Promise<DataSource> {
  const { logger } = commonOptions;
  return new DataSource({
    ...{ type: 'sqlite', database, busyTimeout: BUSY_TIMEOUT_MS, driver, logger },
  }).initialize();
}

/**
 * Opens the transaction that is the lock. Others can read only an owner that was committed, and a commit ends the
 * transaction: so it is opened again until the owner is still this process, or cannot be written.
 */
async function take(connection: DataSource): Promise<void> {
  // A journal on the disk would need space there as soon as the transaction begins.
  await connection.query('PRAGMA journal_mode = MEMORY');
  let canWrite = true;
  for (;;) {
    await connection.query('BEGIN IMMEDIATE');
    const owner = await readOwner(connection);
    if (!canWrite || (owner?.process === self.process && owner.host === self.host)) return;
    canWrite = await writeOwner(connection);
  }
}

/** Writes down who has the lock and ends the transaction; false if there is no space for it. */
async function writeOwner(connection: DataSource): Promise<boolean> {
  try {
    await connection.query('CREATE TABLE IF NOT EXISTS owner (process TEXT NOT NULL, host TEXT NOT NULL)');
    await connection.query('DELETE FROM owner');
    await connection.query('INSERT INTO owner (process, host) VALUES (?, ?)', [self.process, self.host]);
    await connection.query('COMMIT');
    return true;
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    // SQLite has undone the transaction by itself, as a rule.
    await connection.query('ROLLBACK').catch(() => undefined);
    return false;
  }
}

async function readOwner(connection: DataSource): Promise<Owner | undefined> {
  try {
    const [owner]: readonly Owner[] = await connection.query('SELECT process, host FROM owner');
    return owner;
  } catch {
    // Another process is writing it for the first time.
    return undefined;
  }
}

const self: Owner = {
  process: `process ${process.pid}${cluster.isWorker ? `, a worker of process ${process.ppid}` : ''}`,
  host: hostname(),
};

function describe(owner: Owner | undefined): string {
  if (owner === undefined) return 'another process';
  return owner.host === self.host ? owner.process : `${owner.process} on host ${owner.host}`;
}
