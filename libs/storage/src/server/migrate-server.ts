import { type DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import type { ServerDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { isContention, isRowConflict } from '../database/driver-errors';
import { release, releasedBy, type Migrated, type Releasing } from '../database/releasing';
import { runMigrationsOf } from '../database/run-migrations';
import { readSchemaState, refuseNewer, UnfinishedRestoreError } from '../database/schema-state';
import { WRITABLE } from './server-choice';
import { openServer } from './server-data-source';

const TABLE = 'schema_lock';

/** Codes of a table that another connection has created in the same moment; PostgreSQL looks before it locks. */
const ALREADY_THERE = ['23505', '42P07', '42710', 'ER_TABLE_EXISTS_ERROR'];

/**
 * Runs `work` while no other process does on this database, in one way for all servers: a row is locked on a connection
 * of its own, so that the lock goes with the process that holds it, however that ends.
 *
 * @param dataSource Has a connection to spare beside those that `work` needs.
 * @param onWait Called each time the server’s limit for waiting on a lock has passed; it may throw to give up.
 */
export async function withMigrationLock<T>(
  dataSource: DataSource,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await createRow(runner);
    while (!(await tryLock(runner))) onWait();
    try {
      return await work();
    } finally {
      await runner.query('ROLLBACK');
    }
  } finally {
    await runner.release();
  }
}

async function createRow(runner: QueryRunner): Promise<void> {
  await ignoring(runner, `CREATE TABLE IF NOT EXISTS ${TABLE} (id integer NOT NULL PRIMARY KEY)`);
  // On MySQL and MariaDB an insertion would wait for whoever has locked the row, and give up before that one is done.
  const rows = (await runner.query(`SELECT id FROM ${TABLE}`)) as readonly unknown[];
  if (rows.length === 0) await ignoring(runner, `INSERT INTO ${TABLE} (id) VALUES (1)`);
}

/** Runs a statement whose result somebody else may have brought about. */
async function ignoring(runner: QueryRunner, sql: string): Promise<void> {
  try {
    await runner.query(sql);
  } catch (error) {
    const { code } = (error as { driverError?: { code?: string } }).driverError ?? {};
    if (!isRowConflict(error) && !ALREADY_THERE.includes(code ?? '')) throw error;
  }
}

/** Locks the row until the transaction ends; false when somebody else has it longer than the server waits. */
async function tryLock(runner: QueryRunner): Promise<boolean> {
  const isMysql = runner.connection.options.type === 'mysql';
  await runner.query(isMysql ? 'START TRANSACTION' : `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await runner.query(`SELECT id FROM ${TABLE} WHERE id = 1 FOR UPDATE`);
    return true;
  } catch (error) {
    await runner.query('ROLLBACK');
    if (isContention(error)) return false;
    throw error;
  }
}

const LOCK_TIMEOUT_MS = 5000;

/** Connections of a migration: one holds the lock, and one migrates. */
const CONNECTIONS = 2;

/**
 * Runs the migrations that are pending, releases features, and returns what it has done. Of several processes that
 * start together one migrates; the others wait for it and find nothing left to do.
 *
 * @param onWait Called every few seconds while another process migrates; it may throw to give up.
 * @throws SchemaError if the database is for newer versions.
 */
export async function migrateServer(
  config: ServerDatabaseConfig,
  releasing: Releasing,
  onWait: () => void,
): Promise<Migrated> {
  const use = { connections: CONNECTIONS, isTimed: false, fitness: WRITABLE };
  const dataSource = await openServer(config.primary, config, use);
  const plan = async (): Promise<Migrated> => {
    const state = await readSchemaState(dataSource, config.location);
    refuseNewer(state, config.location);
    return { ran: state.pending, released: releasedBy(state, releasing) };
  };
  try {
    const planned = await planBefore(plan);
    if (planned?.ran.length === 0 && planned.released.length === 0) return planned;
    return await withMigrationLock(dataSource, onWait, async () => run(dataSource, await plan()));
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error;
    throw new UnavailableError(`the database ${config.location} cannot be migrated`, { cause: error });
  } finally {
    await dataSource.destroy();
  }
}

/** What is to be done; undefined while a backup is restored, which holds the lock. */
async function planBefore(plan: () => Promise<Migrated>): Promise<Migrated | undefined> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof UnfinishedRestoreError) return undefined;
    throw error;
  }
}

async function run(dataSource: DataSource, planned: Migrated): Promise<Migrated> {
  await runMigrationsOf(dataSource);
  await release(dataSource.manager, planned.released);
  return planned;
}
