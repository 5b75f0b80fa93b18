import { type PoolClient } from 'pg';
import { type PoolConnection } from 'mysql2';
import { type DataSource } from 'typeorm';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { type PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { type DirectStatement, type PlainRow } from '../database';
import { type PreparedStatements } from './prepared-statements';

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
