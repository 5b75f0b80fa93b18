import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OPEN_READONLY } from 'sqlite3';
import { DataSource, type EntityManager } from 'typeorm';
import { type SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions';
import { type DatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { translateDriverError } from './driver-errors';
import { entities } from './entities/entities';
import { migrations } from './migrations/migrations';
import { SerialQueue } from './serial-queue';

/**
 * The embedded database: one SQLite file behind two connections.
 *
 * Writes run one at a time on the first connection. Reads run on a second, read-only one, because on SQLite an
 * ORM's transaction and every other statement on the same connection see each other's half-done work. Reads are
 * transactions too, so what they put together from several tables is of one moment.
 */
export class Database {
  private readonly writes: SerialQueue;
  private readonly reads: SerialQueue;

  private constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    { maxPendingWrites, maxPendingReads }: Pick<DatabaseConfig, 'maxPendingWrites' | 'maxPendingReads'>,
  ) {
    this.writes = new SerialQueue('writes', maxPendingWrites);
    this.reads = new SerialQueue('reads', maxPendingReads);
  }

  /**
   * Opens the file, creating it and its directory when missing, and brings its schema up to date.
   *
   * @throws UnavailableError if the file cannot be opened or written.
   */
  static async open(config: DatabaseConfig): Promise<Database> {
    const options: SqliteConnectionOptions = {
      type: 'sqlite',
      database: config.file,
      entities,
      migrations,
      migrationsTableName: 'schema_migrations',
      busyTimeout: config.busyTimeout,
      invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    };
    const writer = new DataSource({ ...options, enableWAL: true });
    const reader = new DataSource({ ...options, flags: OPEN_READONLY });
    try {
      await mkdir(dirname(config.file), { recursive: true, mode: 0o700 });
      await writer.initialize();
      await writer.query('PRAGMA synchronous = FULL');
      await writer.runMigrations({ transaction: 'all' });
      await reader.initialize();
    } catch (error) {
      if (writer.isInitialized) await writer.destroy();
      throw new UnavailableError(`the database ${config.file} cannot be opened`, { cause: error });
    }
    return new Database(writer, reader, config);
  }

  /** Runs `work` in one write transaction, alone; commits when it resolves and undoes everything when it rejects. */
  async write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.writes.run(() => transaction(this.writer, work));
  }

  /** Runs `work` on one consistent, committed state of the database; it cannot change anything. */
  async read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.reads.run(() => transaction(this.reader, work));
  }

  /** Closes both connections after the work already accepted has ended. */
  async close(): Promise<void> {
    await Promise.all([this.writes.drained(), this.reads.drained()]);
    await this.reader.destroy();
    await this.writer.destroy();
  }
}

async function transaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await dataSource.transaction(work);
  } catch (error) {
    throw translateDriverError(error);
  }
}
