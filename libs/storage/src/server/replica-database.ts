import { setTimeout as delay } from 'node:timers/promises';
import { type ServerDatabaseConfig } from '@pennon/config';
import { ReadOnlyError, UnavailableError } from '@pennon/domain';
import { Database, type DirectStatement, type PlainRow, type Work } from '../database';
import { together, unused, type DatabaseUsage } from '../database-usage';
import { isConnectionLost, translateDriverError } from '../driver-errors';
import { SchemaError } from '../schema/schema-state';
import { retried } from './retries';
import { connectionsOf } from './server-data-source';
import { type ServerPool } from './server-pool';
import { readForm } from './transaction-form';
import { Turns } from './turns';

/** How often a replica that failed is looked for again, in milliseconds. */
const LOOK_AGAIN_MS = 5000;

/** One replica, and whether it is passed over because it failed. */
interface Replica {
  readonly pool: ServerPool;
  readonly turns: Turns;
  isPassedOver: boolean;
}

/**
 * A database that is only read: from one or more replicas in turn.
 *
 * One that fails is passed over until it is found to answer again, so that no read waits for it a second time.
 */
export class ReplicaDatabase extends Database {
  readonly dialect: ServerDatabaseConfig['dialect'];
  private readonly replicas: readonly Replica[];
  private readonly closing = new AbortController();
  private next = 0;

  /** @param pools At least one. */
  constructor(
    pools: readonly ServerPool[],
    private readonly config: ServerDatabaseConfig,
  ) {
    super();
    this.dialect = config.dialect;
    const { maxPendingReads: pending, connectTimeout: patience } = config;
    const limits = { atOnce: connectionsOf(config), pending, patience };
    this.replicas = pools.map((pool) => ({ pool, turns: new Turns('reads', limits), isPassedOver: false }));
  }

  write(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  async read<T>(work: Work<T>): Promise<T> {
    return this.fromAny((pool) => pool.run(readForm(this.config), work));
  }

  async readOnce<T>(work: Work<T>): Promise<T> {
    return this.fromAny((pool) => pool.run(undefined, work));
  }

  async readDirectly(statement: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]> {
    return this.fromAny((pool) => pool.query(statement, values));
  }

  usage(): DatabaseUsage {
    const { replicas } = this;
    return {
      reads: together(replicas.map(({ turns }) => turns.usage)),
      writes: unused,
      connections: {
        max: replicas.length * connectionsOf(this.config),
        open: replicas.reduce((sum, { pool }) => sum + pool.openConnections, 0),
        inUse: replicas.reduce((sum, { turns }) => sum + turns.runs, 0),
      },
    };
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(
      this.replicas.map(async ({ pool, turns }) => {
        await turns.drained();
        await pool.close();
      }),
    );
  }

  /** Reads from the next replica, and from the others when it fails. */
  private async fromAny<T>(read: (pool: ServerPool) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (const replica of this.inTurn()) {
      try {
        return await retried(() => replica.turns.run(() => read(replica.pool)), this.config.busyTimeout);
      } catch (error) {
        failure = translateDriverError(error);
        if (!(failure instanceof UnavailableError)) throw failure;
        if (isConnectionLost(error) || error instanceof SchemaError) this.passOver(replica);
      }
    }
    throw failure;
  }

  /** The replicas from the next one on; last those that are passed over, for when no other can be read. */
  private inTurn(): readonly Replica[] {
    const first = this.next++ % this.replicas.length;
    const inOrder = [...this.replicas.slice(first), ...this.replicas.slice(0, first)];
    return [
      ...inOrder.filter(({ isPassedOver }) => !isPassedOver),
      ...inOrder.filter(({ isPassedOver }) => isPassedOver),
    ];
  }

  private passOver(replica: Replica): void {
    if (replica.isPassedOver) return;
    replica.isPassedOver = true;
    void this.lookAgain(replica);
  }

  private async lookAgain(replica: Replica): Promise<void> {
    const { signal } = this.closing;
    while (replica.isPassedOver) {
      try {
        await delay(LOOK_AGAIN_MS, undefined, { signal, ref: false });
        await replica.turns.run(() => replica.pool.run(undefined, (manager) => manager.query('SELECT 1')));
        replica.isPassedOver = false;
      } catch {
        if (signal.aborted) return;
      }
    }
  }
}
