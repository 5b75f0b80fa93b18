import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource } from 'typeorm';
import { type ServerAddress } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { type DirectStatement, type PlainRow, type Work } from '../database';
import { isConnectionLost } from '../driver-errors';
import { plainConnection } from './plain-connection';
import { PreparedStatements } from './prepared-statements';
import { type TransactionForm } from './transaction-form';

/** How long a server may take to close connections, in milliseconds. */
const LONGEST_FAREWELL_MS = 5000;

/** Opens the connections of a pool, and rejects when that cannot be. */
export type OpenDataSource = () => Promise<DataSource>;

/**
 * The connections to one server, opened when they are first needed: as long as that fails, every use tries again.
 *
 * Whoever uses it sees to it that no more run at once than there are connections.
 */
export class ServerPool {
  private opening: Promise<DataSource> | undefined;
  private opened: DataSource | undefined;

  /** @param prepared Statements that its connections keep; none unless given. */
  constructor(
    readonly address: ServerAddress,
    private readonly openDataSource: OpenDataSource,
    private readonly prepared = new PreparedStatements(false),
  ) {}

  /** Opens the connections unless they are open. @throws UnavailableError if the server cannot be reached. */
  async open(): Promise<DataSource> {
    this.opening ??= this.openDataSource();
    const { opening } = this;
    try {
      this.opened = await opening;
      return this.opened;
    } catch (error) {
      if (this.opening === opening) this.opening = undefined;
      throw error;
    }
  }

  /** Connections that are open, as far as the driver tells; 0 while it does not. */
  get openConnections(): number {
    return openIn(this.opened);
  }

  /** Runs `work` on one connection: in a transaction of that form, or without one. */
  async run<T>(form: TransactionForm | undefined, work: Work<T>): Promise<T> {
    const dataSource = await this.open();
    const runner = dataSource.createQueryRunner();
    const connection = (await this.connected(() => runner.connect())) as Connection;
    try {
      for (const sql of form ?? []) await runner.query(sql);
      const result = await work(runner.manager);
      if (form !== undefined) await runner.query('COMMIT');
      return result;
    } catch (error) {
      // On a connection that is gone, the server undoes everything by itself.
      if (isConnectionLost(error)) discard(connection);
      else if (form !== undefined) {
        await runner.query('ROLLBACK').catch(() => {
          discard(connection);
        });
      }
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** Runs one statement on one connection, past the ORM, without a transaction. */
  async query(statement: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]> {
    const dataSource = await this.open();
    const connection = await this.connected(() => plainConnection(dataSource, this.prepared));
    let isLost = false;
    try {
      return await connection.query(statement, values);
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      connection.release(isLost);
    }
  }

  /** Closes the connections; those of a server that does not answer are left to the end of the process. */
  async close(): Promise<void> {
    const overdue = delay(LONGEST_FAREWELL_MS, undefined, { ref: false });
    await Promise.race([this.sayFarewell(), overdue]);
  }

  private async connected<T>(connect: () => Promise<T>): Promise<T> {
    try {
      return await connect();
    } catch (error) {
      throw new UnavailableError(`the database ${this.address.location} cannot be reached`, { cause: error });
    }
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
