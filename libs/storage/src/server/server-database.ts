import { type ServerDatabaseConfig } from '@pennon/config';
import {
  Database,
  type DirectStatement,
  type PlainRow,
  type Work,
  unused,
  type DatabaseUsage,
} from '../database/database';
import { translateDriverError } from '../database/driver-errors';
import { onPrimary } from './server-choice';
import {
  retried,
  readForm,
  sessionIsolation,
  writeForm,
  writeIsolation,
  type Isolation,
} from './transactions';
import { connectionsOf } from './server-data-source';
import { type ServerPool } from './server-pool';
import { JobQueue } from '../database/job-queue';

/**
 * A database on a server, behind a pool of connections.
 *
 * Writes take at most half of the connections: however many of them wait for each other, reads are not kept waiting.
 */
export class ServerDatabase extends Database {
  readonly dialect: ServerDatabaseConfig['dialect'];
  private readonly reads: JobQueue;
  private readonly writes: JobQueue;

  /**
   * @param pool Its connections are for writes.
   * @param isolation How writes are isolated; as is right for the server unless given.
   */
  constructor(
    private readonly pool: ServerPool,
    private readonly config: ServerDatabaseConfig,
    private readonly isolation: Isolation = writeIsolation[config.dialect],
  ) {
    super();
    this.dialect = config.dialect;
    const { maxPendingReads, maxPendingWrites, connectTimeout, busyTimeout } = config;
    const all = connectionsOf(config);
    const half = Math.floor(all / 2);
    const isShared = half === 0;
    this.reads = new JobQueue('reads', {
      atOnce: all - half,
      pending: maxPendingReads,
      patience: isShared ? Math.max(connectTimeout, busyTimeout) : connectTimeout,
    });
    this.writes = isShared
      ? this.reads
      : new JobQueue('writes', { atOnce: half, pending: maxPendingWrites, patience: busyTimeout });
  }

  async write<T>(work: Work<T>): Promise<T> {
    const form = writeForm(this.config, this.isolation);
    return this.writeHealth.watch(() => this.inTurn(this.writes, () => this.pool.write(form, work)));
  }

  async read<T>(work: Work<T>): Promise<T> {
    return this.inTurn(this.reads, () =>
      this.pool.read(readForm(this.config, sessionIsolation.writes), work),
    );
  }

  async readPrimary<T>(work: Work<T>): Promise<T> {
    return this.read(onPrimary(work, this.pool.address));
  }

  async readOnce<T>(work: Work<T>): Promise<T> {
    return this.inTurn(this.reads, () => this.pool.read(undefined, work));
  }

  async readNewest<T>(work: Work<T>): Promise<T> {
    return this.readOnce(work);
  }

  usage(): DatabaseUsage {
    const isShared = this.reads === this.writes;
    const inUse = this.reads.runs + (isShared ? 0 : this.writes.runs);
    return {
      reads: this.reads.usage,
      writes: isShared ? unused : this.writes.usage,
      connections: { max: connectionsOf(this.config), open: this.pool.openConnections, inUse },
    };
  }

  async readDirectly(statement: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]> {
    return this.inTurn(this.reads, () => this.pool.query(statement, values));
  }

  async close(): Promise<void> {
    this.writeHealth.stop();
    await Promise.all([this.reads.drained(), this.writes.drained()]);
    await this.pool.close();
  }

  /** However long a job has waited for its turn, from then on it has all the time that it may wait for others. */
  private async inTurn<T>(turns: JobQueue, attempt: () => Promise<T>): Promise<T> {
    return turns.run(async () => {
      try {
        return await retried(attempt, this.config.busyTimeout);
      } catch (error) {
        throw translateDriverError(error);
      }
    });
  }
}
