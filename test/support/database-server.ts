import { createHash, randomUUID } from 'node:crypto';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';

/** What tests run on: `TEST_DATABASE`, which the jest project sets. SQLite unless it is set. */
export type TestDialect = 'sqlite' | 'postgres' | 'mysql' | 'cockroachdb';

/** Which database the tests of this run use. */
export const testDialect = (process.env.TEST_DATABASE ?? 'sqlite') as TestDialect;

/** True where the tests run on SQLite: the condition of tests of what only SQLite has. */
export const isSqlite = testDialect === 'sqlite';

/** True where the server speaks the protocol of PostgreSQL. */
export const speaksPostgres = testDialect === 'postgres' || testDialect === 'cockroachdb';

/** The servers of tests, by the URL of a database that is there already. */
export const serverUrls = {
  postgres: process.env.TEST_POSTGRES_URL ?? 'postgres://root@localhost:5432/postgres',
  mysql: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql',
  // Set where tests run on it; see .config/jest/cockroachdb.
  cockroachdb: process.env.TEST_COCKROACHDB_URL ?? 'cockroachdb://root@127.0.0.1:26257/defaultdb',
} as const;

type ServerDialect = keyof typeof serverUrls;

/** A connection to a database by nothing but the driver. */
interface PlainConnection {
  query<Row>(sql: string): Promise<readonly Row[]>;
  end(): Promise<void>;
}

/** Creates an empty database and returns its URL. @param name Tells it from others; one of its own unless given. */
export async function createServerDatabase(
  dialect: ServerDialect,
  name: string = randomUUID(),
): Promise<string> {
  const database = `pennon_test_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
  const url = new URL(serverUrls[dialect]);
  url.pathname = `/${database}`;
  try {
    await queryServer(serverUrls[dialect], `CREATE DATABASE ${database}`);
  } catch (error) {
    // Who names a database shares it.
    const { code } = error as { code?: string };
    if (code !== '42P04' && code !== 'ER_DB_CREATE_EXISTS') throw error;
  }
  return url.href;
}

/** Drops a database that was created here, whoever is connected to it. */
export async function dropServerDatabase(url: string): Promise<void> {
  const dialect = dialectOf(url);
  const name = new URL(url).pathname.slice(1);
  await queryServer(serverUrls[dialect], `DROP DATABASE IF EXISTS ${name}${withAll[dialect]}`);
}

/** What drops a database though somebody is connected to it, or tables are in it. */
const withAll: Readonly<Record<ServerDialect, string>> = {
  postgres: ' WITH (FORCE)',
  mysql: '',
  cockroachdb: ' CASCADE',
};

/** The rows that a query finds in the database of that URL, by a connection of its own. */
export async function queryServer<Row>(url: string, sql: string): Promise<readonly Row[]> {
  const connection = await connectPlainly(url);
  try {
    return await connection.query<Row>(sql);
  } finally {
    await connection.end();
  }
}

/** Ends every connection to the database of that URL, as an operator or a failing network does. */
export async function cutConnections(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  if (dialectOf(url) !== 'mysql') {
    await queryServer(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    return;
  }
  const connection = await connectPlainly(url);
  const sessions = await connection.query<{ id: number }>(
    `SELECT id FROM information_schema.processlist WHERE db = '${name}' AND id <> CONNECTION_ID()`,
  );
  // One may have ended by itself.
  for (const { id } of sessions) await connection.query(`KILL ${id}`).catch(() => undefined);
  await connection.end();
}

/** Connects to the database of that URL; on MySQL, names are quoted as everywhere else. */
export async function connectPlainly(url: string): Promise<PlainConnection> {
  return dialectOf(url) === 'mysql' ? mysqlConnection(url) : postgresConnection(url);
}

function dialectOf(url: string): ServerDialect {
  const dialects = Object.keys(serverUrls) as ServerDialect[];
  return dialects.find((dialect) => url.startsWith(`${dialect}:`)) ?? 'postgres';
}

async function postgresConnection(url: string): Promise<PlainConnection> {
  const client = new Client(url);
  // A database that is dropped ends its connections.
  client.on('error', () => undefined);
  await client.connect();
  return {
    async query<Row>(sql: string): Promise<readonly Row[]> {
      const { rows } = await client.query(sql);
      return rows as Row[];
    },
    end: () => client.end(),
  };
}

async function mysqlConnection(url: string): Promise<PlainConnection> {
  const connection: Connection = await mysql.createConnection(url);
  await connection.query(`SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')`);
  return {
    async query<Row>(sql: string): Promise<readonly Row[]> {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows as unknown as Row[];
    },
    end: () => connection.end(),
  };
}
