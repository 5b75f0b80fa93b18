import { setTimeout as delay } from 'node:timers/promises';
import { type ServerDatabaseConfig } from '@pennon/config';
import { ReadOnlyError, UnavailableError } from '@pennon/domain';
import { allEnded } from '@pennon/platform';
import {
  Database,
  type DirectStatement,
  type PlainRow,
  type Work,
  together,
  unused,
  type DatabaseUsage,
  type ForeignReplicas,
} from '../database/database';
import {
  FencedError,
  FollowerError,
  isConnectionLost,
  translateDriverError,
} from '../database/driver-errors';
import { SchemaError } from '../database/schema-state';
import { ReplicaHistory } from './replica-history';
import { onPrimary } from './server-choice';
import { retried, readForm } from './transactions';
import { connectionsOf } from './server-data-source';
import { type ServerPool } from './server-pool';
import { JobQueue } from '../database/job-queue';

/** How often a replica that failed is looked for again, in milliseconds. */
const LOOK_AGAIN_MS = 5000;

/** How often replicas are compared with the primary, in milliseconds. */
const COMPARE_MS = 1000;

/** Longest wait for the first comparison, in milliseconds: a replica that hangs is not to hold up the start. */
const FIRST_COMPARISON_MS = 2000;

/** One replica, and whether it is passed over because it failed. */
interface Replica {
  readonly pool: ServerPool;
  readonly turns: JobQueue;
  isPassedOver: boolean;
}

/**
 * A database that is only read: from one or more replicas in turn.
 *
 * One that fails is passed over until it is found to answer again, so that no read waits for it a second time. One that
 * has another history than the primary is not read at all until it follows.
 */
export class ReplicaDatabase extends Database {
  readonly dialect: ServerDatabaseConfig['dialect'];
  private readonly replicas: readonly Replica[];
  private readonly primary: Replica;
  private readonly histories: ReadonlyMap<Replica, ReplicaHistory>;
  private readonly closing = new AbortController();
  private next = 0;

  /**
   * @param pools At least one.
   * @param primary The server that takes the writes; connected to when it is needed. One of the pools, where that alone
   *   is read from.
   */
  constructor(
    pools: readonly ServerPool[],
    primary: ServerPool,
    private readonly config: ServerDatabaseConfig,
  ) {
    super();
    this.dialect = config.dialect;
    const { maxPendingReads: pending, connectTimeout: patience } = config;
    const limits = { atOnce: connectionsOf(config), pending, patience };
    const follow = (pool: ServerPool): Replica => ({
      pool,
      turns: new JobQueue('reads', limits),
      isPassedOver: false,
    });
    this.replicas = pools.map(follow);
    this.primary = this.replicas.find(({ pool }) => pool === primary) ?? follow(primary);
    this.histories = new Map(
      this.replicas
        .filter((replica) => replica !== this.primary)
        .map((replica) => [replica, this.historyOf(replica)]),
    );
  }

  /** Compares the replicas with the primary, and goes on with that. Resolves when it was done once, or takes long. */
  async watch(): Promise<void> {
    if (this.histories.size === 0) return;
    await Promise.race([this.compare(), delay(FIRST_COMPARISON_MS, undefined, { ref: false })]);
    void this.compareOften();
  }

  override foreignReplicas(): ForeignReplicas | undefined {
    if (this.histories.size === 0) return undefined;
    const histories = [...this.histories.values()];
    return {
      replicas: histories.filter(({ isOther }) => isOther).length,
      found: histories.reduce((sum, { found }) => sum + found, 0),
    };
  }

  write(): Promise<never> {
    return Promise.reject(new ReadOnlyError());
  }

  async read<T>(work: Work<T>): Promise<T> {
    return this.fromAny((pool) => pool.read(readForm(this.config), work));
  }

  async readPrimary<T>(work: Work<T>): Promise<T> {
    const { pool, turns } = this.primary;
    const read = async (): Promise<T> => pool.read(readForm(this.config), onPrimary(work, pool.address));
    try {
      return await retried(() => turns.run(read), this.config.busyTimeout);
    } catch (error) {
      if (error instanceof FollowerError && !this.isAlone) throw new UnavailableError(error.message);
      throw translateDriverError(error);
    }
  }

  async readOnce<T>(work: Work<T>): Promise<T> {
    return this.fromAny((pool) => pool.read(undefined, work));
  }

  async readNewest<T>(work: Work<T>): Promise<T> {
    const read = (pool: ServerPool): Promise<T> => pool.read(undefined, work);
    return this.fromFirst(available([this.primary, ...this.inTurn()]), read);
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
    await allEnded(
      [...new Set([...this.replicas, this.primary])].map(async ({ pool, turns }) => {
        await turns.drained();
        await pool.close();
      }),
    );
  }

  /** True if there is one server alone that can be asked. */
  private get isAlone(): boolean {
    return this.replicas.every((replica) => replica === this.primary);
  }

  /** Reads from the next replica, and from the others when it fails; in the end from the primary, if that is wanted. */
  private async fromAny<T>(read: (pool: ServerPool) => Promise<T>): Promise<T> {
    const replicas = available(this.inTurn());
    const isLastResort = this.config.readFromPrimary && !this.isAlone;
    return this.fromFirst(isLastResort ? [...replicas, this.primary] : replicas, read);
  }

  /** Reads from the first that can be read. */
  private async fromFirst<T>(
    servers: readonly Replica[],
    read: (pool: ServerPool) => Promise<T>,
  ): Promise<T> {
    let failure: unknown = new UnavailableError('no replica can be read that follows the primary');
    for (const replica of new Set(servers)) {
      try {
        return await retried(() => replica.turns.run(() => read(replica.pool)), this.config.busyTimeout);
      } catch (error) {
        failure = translateDriverError(error);
        // Nor do those that follow a primary that is fenced off show the present state.
        if (!(failure instanceof UnavailableError) || failure instanceof FencedError) throw failure;
        if (isConnectionLost(error) || error instanceof SchemaError) this.passOver(replica);
      }
    }
    throw failure;
  }

  /** The replicas from the next one on, without those of another history. */
  private inTurn(): readonly Replica[] {
    const first = this.next++ % this.replicas.length;
    const all = [...this.replicas.slice(first), ...this.replicas.slice(0, first)];
    return all.filter((replica) => this.histories.get(replica)?.isOther !== true);
  }

  private historyOf({ pool, turns }: Replica): ReplicaHistory {
    const read = async <T>(work: Work<T>): Promise<T> =>
      turns.run(() => pool.read(readForm(this.config), work));
    return new ReplicaHistory(pool.address.location, read, async (work) => this.readPrimary(work));
  }

  private async compare(): Promise<void> {
    await Promise.all([...this.histories.values()].map((history) => history.compare()));
  }

  private async compareOften(): Promise<void> {
    const { signal } = this.closing;
    for (;;) {
      await delay(COMPARE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.compare();
    }
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
        await replica.turns.run(() => replica.pool.read(undefined, (manager) => manager.query('SELECT 1')));
        replica.isPassedOver = false;
      } catch {
        if (signal.aborted) return;
      }
    }
  }
}

/** In this order, and last those that are passed over, for when no other can be read. */
function available(servers: readonly Replica[]): readonly Replica[] {
  return [
    ...servers.filter(({ isPassedOver }) => !isPassedOver),
    ...servers.filter(({ isPassedOver }) => isPassedOver),
  ];
}
