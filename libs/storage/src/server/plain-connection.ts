import { Logger } from '@nestjs/common';
import type { PoolConnection } from 'mysql2';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import type { DirectStatement, PlainRow } from '../database/database';
import { isPreparedStatementLost } from '../database/driver-errors';

/**
 * Runs statements that a PostgreSQL keeps prepared, each on the connections that have run it: it parses and plans them
 * once.
 *
 * A pooler that pools transactions hands out other connections than the one on which a statement was prepared. Where
 * that shows, none is prepared any more.
 */
export class PreparedStatements {
  private readonly logger = new Logger('database');

  /** @param isOn False where nothing is to be prepared. */
  constructor(private isOn: boolean) {}

  /** @throws whatever the driver throws. */
  async query(
    client: Pick<PoolClient, 'query'>,
    { name, sql }: DirectStatement,
    values: readonly string[],
  ): Promise<readonly PlainRow[]> {
    const query = { text: sql, values: [...values] };
    if (!this.isOn) return (await client.query<PlainRow>(query)).rows;
    try {
      return (await client.query<PlainRow>({ ...query, name })).rows;
    } catch (error) {
      if (!isPreparedStatementLost(error)) throw error;
      this.giveUp();
      return (await client.query<PlainRow>(query)).rows;
    }
  }

  private giveUp(): void {
    // Statements that were under way at the same time tell it once more.
    if (!this.isOn) return;
    this.isOn = false;
    this.logger.warn(
      'statements do not stay prepared, as behind a pooler that pools transactions: none is prepared any more; ' +
        'with db.prepared_statements_enabled off, none is from the start',
    );
  }
}

/** A connection of the pool, as the driver has it. */
export interface PlainConnection {
  /** What the pool gives out, which is the same each time. */
  readonly handle: object;
  /** Runs a statement that is not prepared. @throws whatever the driver throws. */
  ask(sql: string): Promise<readonly PlainRow[]>;
  /** @throws whatever the driver throws. */
  query(statement: DirectStatement, values: readonly string[]): Promise<readonly PlainRow[]>;
  /** Gives it back; ends it if it is lost. */
  release(isLost: boolean): void;
}

/** Takes a connection out of the pool. @throws whatever the driver throws. */
export async function plainConnection(
  dataSource: DataSource,
  prepared: PreparedStatements,
): Promise<PlainConnection> {
  return dataSource.options.type === 'mysql' ? ofMysql(dataSource) : ofPostgres(dataSource, prepared);
}

async function ofPostgres({ driver }: DataSource, prepared: PreparedStatements): Promise<PlainConnection> {
  const [client] = (await (driver as PostgresDriver).obtainMasterConnection()) as [PoolClient, unknown];
  return {
    handle: client,
    ask: async (sql) => (await client.query<PlainRow>(sql)).rows,
    query: (statement, values) => prepared.query(client, statement, values),
    release(isLost) {
      client.release(isLost);
    },
  };
}

async function ofMysql({ driver, options }: DataSource): Promise<PlainConnection> {
  const connection = (await (driver as MysqlDriver).obtainMasterConnection()) as PoolConnection;
  const { maxQueryExecutionTime: timeout } = options;
  const run = async (sql: string, values: readonly string[]): Promise<readonly PlainRow[]> =>
    new Promise((resolve, reject) => {
      connection.query({ sql, values: [...values], ...(timeout && { timeout }) }, (error, rows) => {
        if (error === null) resolve(rows as readonly PlainRow[]);
        else reject(error);
      });
    });
  return {
    handle: connection,
    ask: async (sql) => run(sql, []),
    query: async ({ sql }, values) => run(sql, values),
    release(isLost) {
      if (isLost) connection.destroy();
      else connection.release();
    },
  };
}
