import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource } from 'typeorm';
import { type ServerAddress } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { whenOverdue } from '@pennon/platform';
import { type DirectStatement, type PlainRow, type Work } from '../database/database';
import { isConnectionCut, isConnectionLost, isFull, FollowerError } from '../database/driver-errors';
import { SchemaError } from '../database/schema-state';
import { despiteCuts } from './cut-connections';
import type { Ask, Fitness } from './server-choice';
import { plainConnection, PreparedStatements } from './plain-connection';
import { type TransactionForm } from './transactions';

/** How long a server may take to close connections, in milliseconds. */
const LONGEST_FAREWELL_MS = 5000;

/** How long a connection counts as one to a server as it is wanted before it is asked again, in milliseconds. */
const FIT_MS = 1000;

/** Longest pause before a server that has no connection to give is asked for one again, in milliseconds. */
const FULL_PAUSE_MS = 100;

/** The same, while connections to it are in use here, one of which will come free, in milliseconds. */
const TAKEN_PAUSE_MS = 500;

/** A connection that is cut so often while it is made counts as one that cannot be made. */
const MAX_CUT_OPENINGS = 3;

/** Opens the connections of a pool, and rejects when that cannot be. */
export type OpenDataSource = () => Promise<DataSource>;

/** What is wanted of a pool. */
export interface PoolUse {
  /** Longest wait in which a server that is full gives no connection and none comes free here, in milliseconds. */
  readonly patience: number;
  /** What the server has to be. Each connection is asked once a second. Anything, unless given. */
  readonly fitness?: Fitness;
  /** Statements that its connections keep; none unless given. */
  readonly prepared?: PreparedStatements;
}

/**
 * The connections to one server, opened when they are first needed: as long as that fails, every use tries again.
 *
 * A server that turns out not to be as it is wanted is left, with all its connections: the next use looks for another
 * one where the address leads then. Whoever uses it sees to it that no more run at once than there are
 * connections.
 */
export class ServerPool {
  private opening: Promise<DataSource> | undefined;
  private opened: DataSource | undefined;
  private readonly prepared: PreparedStatements;
  /** Connections that are in use. */
  private inUse = 0;
  /** The same, by what they were opened with. */
  private readonly users = new Map<DataSource, number>();
  /** When one of them last came free, by `performance.now()`. */
  private freedAt = Number.NEGATIVE_INFINITY;
  /** Those who wait for one of them, because the server has no more to give; first come, first served. */
  private readonly waiting = new Set<() => void>();
  /** When a connection was last found to be as it is wanted, by `performance.now()`. */
  private readonly fitAt = new WeakMap<object, number>();

  constructor(
    readonly address: ServerAddress,
    private readonly openDataSource: OpenDataSource,
    private readonly use: PoolUse,
  ) {
    this.prepared = use.prepared ?? new PreparedStatements(false);
  }

  /** Opens the connections unless they are open. @throws UnavailableError if the server cannot be reached. */
  async open(): Promise<DataSource> {
    this.opening ??= this.openDataSource();
    const { opening } = this;
    try {
      const opened = await opening;
      if (this.opening === opening) this.opened = opened;
      return opened;
    } catch (error) {
      if (this.opening === opening) this.opening = undefined;
      throw error;
    }
  }

  /** Connections that are open, as far as the driver tells; 0 while it does not. */
  get openConnections(): number {
    return openIn(this.opened);
  }

  /**
   * Runs `work`, which only reads, on one connection: in a transaction of that form, or without one. When the
   * connection is cut, it runs again on another one.
   */
  async read<T>(form: TransactionForm | undefined, work: Work<T>): Promise<T> {
    return this.despiteCuts(() => this.run(form, work));
  }

  /**
   * Does what {@link read} does for work that writes. It does not run again: a connection that is cut during the commit
   * does not tell whether that was carried out. One that was cut before the work began is replaced.
   */
  async write<T>(form: TransactionForm, work: Work<T>): Promise<T> {
    let hasBegun = false;
    const begin: Work<T> = async (manager) => {
      hasBegun = true;
      return work(manager);
    };
    return this.despiteCuts(
      () => this.run(form, begin),
      () => !hasBegun,
    );
  }

  /** Runs one statement that reads on one connection, past the ORM, without a transaction; as {@link read} does. */
  async query(statement: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]> {
    return this.despiteCuts(() => this.queryOnce(statement, values));
  }

  /** Closes the connections; those of a server that does not answer are left to the end of the process. */
  async close(): Promise<void> {
    const overdue = delay(LONGEST_FAREWELL_MS, undefined, { ref: false });
    await Promise.race([this.sayFarewell(), overdue]);
  }

  private async despiteCuts<T>(attempt: () => Promise<T>, mayRepeat = (): boolean => true): Promise<T> {
    const connections = (): number => this.openConnections;
    return despiteCuts(attempt, { connections, patience: this.use.patience, mayRepeat });
  }

  private async run<T>(form: TransactionForm | undefined, work: Work<T>): Promise<T> {
    const { dataSource, runner, connection } = await this.connected(async (opened) => {
      const queryRunner = opened.createQueryRunner();
      return {
        dataSource: opened,
        runner: queryRunner,
        connection: (await queryRunner.connect()) as Connection,
      };
    });
    try {
      await this.assertFit(connection, (sql) => runner.query(sql) as Promise<readonly PlainRow[]>);
      for (const sql of form ?? []) await runner.query(sql);
      const result = await work(runner.manager);
      if (form !== undefined) await runner.query('COMMIT');
      return result;
    } catch (error) {
      // On a connection that is gone, the server undoes everything by itself.
      if (this.isOfNoUse(error, dataSource)) discard(connection);
      else if (form !== undefined) {
        await runner.query('ROLLBACK').catch(() => {
          discard(connection);
        });
      }
      throw error;
    } finally {
      await runner.release();
      this.freed(dataSource);
    }
  }

  private async queryOnce(
    statement: DirectStatement,
    values: readonly string[],
  ): Promise<readonly PlainRow[]> {
    const { dataSource, connection } = await this.connected(async (opened) => ({
      dataSource: opened,
      connection: await plainConnection(opened, this.prepared),
    }));
    let isLost = false;
    try {
      await this.assertFit(connection.handle, (sql) => connection.ask(sql));
      return await connection.query(statement, values);
    } catch (error) {
      isLost = this.isOfNoUse(error, dataSource);
      throw error;
    } finally {
      connection.release(isLost);
      this.freed(dataSource);
    }
  }

  /**
   * Connects. A server that is full is waited for as long as connections come free here, which are taken in turn: only
   * how many wait is limited, elsewhere.
   */
  private async connected<T>(connect: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const start = performance.now();
    let cuts = 0;
    if (this.waiting.size > 0) await this.oneIsFree();
    for (;;) {
      let dataSource: DataSource | undefined;
      try {
        dataSource = await this.open();
        const connection = await connect(dataSource);
        this.taken(dataSource);
        return connection;
      } catch (error) {
        // Others have left it meanwhile, and opened what is to be used now.
        if (dataSource !== undefined && this.opened !== dataSource) continue;
        // Cut while it was made, as when all connections are.
        if (isConnectionCut(error) && ++cuts < MAX_CUT_OPENINGS) continue;
        const waited = performance.now() - Math.max(start, this.freedAt);
        if (!isFull(error) || waited > this.use.patience) throw this.unreachable(error, dataSource);
        await this.oneIsFree();
      }
    }
  }

  /** Resolves when a connection has come free, or after a pause, when the server may have another one to give. */
  private async oneIsFree(): Promise<void> {
    const pause = this.inUse > 0 ? TAKEN_PAUSE_MS : Math.random() * FULL_PAUSE_MS;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        cancel();
        this.waiting.delete(wake);
        resolve();
      };
      const cancel = whenOverdue(pause, wake);
      this.waiting.add(wake);
    });
  }

  private taken(dataSource: DataSource): void {
    this.inUse++;
    this.users.set(dataSource, (this.users.get(dataSource) ?? 0) + 1);
  }

  private freed(dataSource: DataSource): void {
    this.inUse--;
    const left = (this.users.get(dataSource) ?? 1) - 1;
    if (left > 0) this.users.set(dataSource, left);
    else {
      this.users.delete(dataSource);
      if (this.opened !== dataSource) dataSource.destroy().catch(() => undefined);
    }
    this.freedAt = performance.now();
    const [first] = this.waiting;
    first?.();
  }

  /** Who asks is not told where the database is; the log is. */
  private unreachable(error: unknown, dataSource: DataSource | undefined): UnavailableError {
    if (error instanceof SchemaError || error instanceof FollowerError) return error;
    // It may be at another of its places by now.
    if (dataSource !== undefined && this.address.others.length > 0) this.leave(dataSource);
    const place = `the database ${this.address.location} cannot be reached`;
    const cause = error instanceof UnavailableError ? error : new UnavailableError(place, { cause: error });
    return new UnavailableError('the database cannot be used at the moment', { cause });
  }

  /** @throws FollowerError if the server is not as it is wanted. */
  private async assertFit(connection: object, ask: Ask): Promise<void> {
    if (this.use.fitness === undefined) return;
    const now = performance.now();
    if (now - (this.fitAt.get(connection) ?? Number.NEGATIVE_INFINITY) < FIT_MS) return;
    await this.use.fitness.assert(ask, this.address);
    this.fitAt.set(connection, now);
  }

  /** True if the connection is not to be used again. */
  private isOfNoUse(error: unknown, dataSource: DataSource): boolean {
    if (this.use.fitness?.isLackedBy(error) === true) {
      this.leave(dataSource);
      return true;
    }
    return isConnectionLost(error);
  }

  /** Opens other connections for the next use; what is under way on these comes to its end. */
  private leave(dataSource: DataSource): void {
    // Others have met the same error on connections of before.
    if (this.opened !== dataSource) return;
    this.opening = undefined;
    this.opened = undefined;
    if (!this.users.has(dataSource)) dataSource.destroy().catch(() => undefined);
  }

  private async sayFarewell(): Promise<void> {
    const dataSource = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    this.opened = undefined;
    await dataSource?.destroy();
  }
}

/** A connection of either driver, by what ends it at once, whatever it is waiting for. */
type Connection = { destroy(): void } | { end(): Promise<void> };

/** Ends a connection that may still be waiting for an answer, so that the pool does not hand it out again. */
function discard(connection: Connection): void {
  if ('destroy' in connection) connection.destroy();
  else void connection.end().catch(() => undefined);
}

/** The pools of the drivers, by what each of them says of its connections. */
interface DriverPools {
  /** That of `pg`. */
  readonly master?: { readonly totalCount?: number };
  /** That of `mysql2`, which says nothing in public. */
  readonly pool?: { readonly _allConnections?: { readonly length: number } };
}

function openIn(dataSource: DataSource | undefined): number {
  const { master, pool }: DriverPools = dataSource === undefined ? {} : (dataSource.driver as DriverPools);
  return master?.totalCount ?? pool?._allConnections?.length ?? 0;
}
