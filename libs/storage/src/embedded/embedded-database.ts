import type { DataSource, QueryRunner } from 'typeorm';
import type { SqliteDatabaseConfig } from '@pennon/config';
import { ReadOnlyError } from '@pennon/domain';
import {
  Database,
  type DatabaseUsage,
  type DirectStatement,
  type PlainRow,
  type Work,
} from '../database/database';
import { translateDriverError } from '../database/driver-errors';
import type { DiskReserve } from './disk-reserve';
import type { FileGuard } from './file-guard';
import type { FileLock } from './file-lock';
import { JobQueue } from '../database/job-queue';
import { SerialQueue } from './serial-queue';

/** How a transaction begins: one that writes takes the file's write lock before it looks at anything. */
export type Beginning = 'BEGIN' | 'BEGIN IMMEDIATE';

/**
 * Runs `work` in one transaction on a connection to SQLite; commits when it resolves and undoes everything when it
 * rejects. The caller sees to it that transactions come one after another.
 *
 * Not by the ORM's own transactions: it counts how deep it is in, and when SQLite has undone a transaction by itself,
 * as on a full disk, there is none to roll back and the count stays wrong. What is written next is then part of
 * something that nobody commits.
 */
async function inTransaction<T>(
  dataSource: DataSource,
  beginning: Beginning,
  guard: FileGuard,
  work: Work<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(beginning);
    const result = await work(runner.manager);
    guard.assertIntact();
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    await undo(runner);
    throw error;
  }
}

async function undo(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('ROLLBACK');
  } catch {
    // Nothing is left to undo.
  }
}

/** The connections to the file. */
export interface EmbeddedConnections {
  /** Cannot change anything. */
  readonly reader: DataSource;
  /** Undefined where nothing is to be changed. */
  readonly writer: DataSource | undefined;
  /** Knows whether both still have the file that lies there. */
  readonly guard: FileGuard;
  /** Keeps other servers from the file; undefined for a command and for a reader. */
  readonly lock?: FileLock | undefined;
  /** Filled again when the connections are closed; undefined for a command and for a reader. */
  readonly reserve?: DiskReserve;
}

/**
 * The embedded database: one SQLite file behind two connections.
 *
 * Writes run one at a time on the first connection. Reads run on a second, read-only one, because on SQLite an
 * ORM's transaction and every other statement on the same connection see each other's half-done work. Reads are
 * transactions too, so what they put together from several tables is of one moment.
 */
export class EmbeddedDatabase extends Database {
  readonly dialect = 'sqlite';
  private readonly writes: JobQueue;
  private readonly reads: SerialQueue;

  constructor(
    private readonly connections: EmbeddedConnections,
    {
      maxPendingWrites: pending,
      maxPendingReads,
      busyTimeout: patience,
    }: Pick<SqliteDatabaseConfig, 'maxPendingWrites' | 'maxPendingReads' | 'busyTimeout'>,
  ) {
    super();
    this.writes = new JobQueue('writes', { atOnce: 1, pending, patience });
    this.reads = new SerialQueue('reads', maxPendingReads);
    connections.guard.listen((failure) => {
      this.writeHealth.refuse(failure.message);
    });
  }

  async write<T>(work: Work<T>): Promise<T> {
    const { writer, guard } = this.connections;
    if (writer === undefined) throw new ReadOnlyError();
    const transaction = (): Promise<T> =>
      this.guarded(async () => {
        const result = await inTransaction(writer, 'BEGIN IMMEDIATE', guard, work);
        guard.assertKept();
        return result;
      });
    return this.writeHealth.watch(() => this.writes.run(transaction));
  }

  async read<T>(work: Work<T>): Promise<T> {
    const { reader, guard } = this.connections;
    return this.reads.run(() => this.guarded(() => inTransaction(reader, 'BEGIN', guard, work)));
  }

  async readPrimary<T>(work: Work<T>): Promise<T> {
    return this.read(work);
  }

  async readOnce<T>(work: Work<T>): Promise<T> {
    const { reader, guard } = this.connections;
    return this.reads.run(() =>
      this.guarded(async () => {
        const result = await work(reader.manager);
        guard.assertIntact();
        return result;
      }),
    );
  }

  async readNewest<T>(work: Work<T>): Promise<T> {
    return this.readOnce(work);
  }

  usage(): DatabaseUsage {
    const { writer } = this.connections;
    const reads = this.reads.usage;
    const writes = this.writes.usage;
    const connections = writer === undefined ? 1 : 2;
    // Each of the two does one thing at a time.
    const inUse = Math.min(reads.depth, 1) + Math.min(writes.depth, 1);
    return { reads, writes, connections: { max: connections, open: connections, inUse } };
  }

  async readDirectly({ sql }: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]> {
    return this.readOnce((manager) => manager.query(sql, [...values]));
  }

  async close(): Promise<void> {
    const { reader, writer, guard, reserve, lock } = this.connections;
    this.writeHealth.stop();
    await Promise.all([this.writes.drained(), this.reads.drained()]);
    guard.lookLast();
    // The last connection writes the write-ahead log to the database, and deletes it. What lies there by now may be
    // another file, which that would destroy. A connection that only reads does neither.
    const inOrder = guard.failure === undefined ? [reader, writer] : [writer, reader];
    for (const connection of inOrder) await connection?.destroy();
    guard.close();
    await reserve?.fill();
    await lock?.destroy();
  }

  /** Runs work on the file unless that is known to be another one. Rejects with the reason why work on it fails. */
  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    const { guard } = this.connections;
    try {
      guard.assertUsable();
      return await work();
    } catch (error) {
      throw guard.explain(error) ?? translateDriverError(error);
    }
  }
}
