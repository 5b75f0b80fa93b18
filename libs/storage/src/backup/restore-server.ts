import type { DataSource, QueryRunner } from 'typeorm';
import type { ServerDatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import { commonOptions } from '../database/data-source-options';
import { ownTables, tablesOf, UNFINISHED_RESTORE } from '../database/schema-state';
import { withMigrationLock } from '../server/migrate-server';
import { WRITABLE } from '../server/server-choice';
import { openServer } from '../server/server-data-source';
import { BackupTargetError } from './backup-error';

/** One holds the lock of migrations, one inserts rows, and one is to spare. */
const CONNECTIONS = 3;

/**
 * @throws BackupTargetError if the database has tables of Pennon that no restore has left behind, or none may be made.
 * @throws UnavailableError if the server takes no writes.
 */
export async function assertEmptyServer(config: ServerDatabaseConfig): Promise<void> {
  const use = { connections: 1, isTimed: true, fitness: WRITABLE };
  const dataSource = await openServer(config.primary, config, use);
  try {
    await assertEmpty(dataSource, config);
  } finally {
    await dataSource.destroy();
  }
}

async function assertEmpty(
  dataSource: DataSource,
  { location, dialect }: ServerDatabaseConfig,
): Promise<void> {
  await assertMayCreate(dataSource, { location, dialect });
  const tables = await presentTables(dataSource);
  const [table] = tables;
  if (table === undefined || tables.includes(UNFINISHED_RESTORE)) return;
  throw new BackupTargetError(
    `the database ${location} is not empty: it has the table ${table}; create an empty database and name it in db.url`,
  );
}

/** As far as the server tells: MySQL lists rights in too many places. @throws BackupTargetError */
async function assertMayCreate(
  dataSource: DataSource,
  { location, dialect }: Pick<ServerDatabaseConfig, 'location' | 'dialect'>,
): Promise<void> {
  if (dialect === 'mysql') return;
  const [row] = await dataSource.query<readonly { readonly may: boolean | null }[]>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`,
  );
  if (row?.may !== true)
    throw new BackupTargetError(
      `the user of the database ${location} may not create tables in it; grant CREATE on its schema, or name another user ` +
        'or database in db.url',
    );
}

/**
 * Fills an empty database on a server. Instances that start meanwhile wait, as for one that migrates, and refuse what
 * was left behind by a restore that was killed.
 *
 * @param fill Fills the empty database.
 * @param onWait Called every few seconds while another process migrates or restores; it may throw to give up.
 * @throws BackupTargetError if the database has tables of Pennon.
 */
export async function restoreServer(
  config: ServerDatabaseConfig,
  fill: (dataSource: DataSource) => Promise<void>,
  onWait: () => void,
): Promise<void> {
  const use = { connections: CONNECTIONS, isTimed: false, fitness: WRITABLE };
  const dataSource = await openServer(config.primary, config, use);
  try {
    // Before the lock, which is a table.
    await assertEmpty(dataSource, config);
    await withMigrationLock(dataSource, onWait, async () => {
      await assertEmpty(dataSource, config);
      await onOneConnection(dataSource, dropTables);
      await dataSource.query(`CREATE TABLE ${UNFINISHED_RESTORE} (id integer NOT NULL PRIMARY KEY)`);
      try {
        await fill(dataSource);
      } catch (error) {
        await cleanUp(dataSource, config, error);
        throw error;
      }
      await dataSource.query(`DROP TABLE ${UNFINISHED_RESTORE}`);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** @throws UnavailableError if what was made could not be dropped. */
async function cleanUp(
  dataSource: DataSource,
  { location }: ServerDatabaseConfig,
  reason: unknown,
): Promise<void> {
  try {
    await onOneConnection(dataSource, dropTables);
  } catch {
    const because = reason instanceof Error ? `: ${reason.message}` : '';
    throw new UnavailableError(
      `the restore into ${location} failed${because}; its tables could not be dropped, so run it again: it drops them`,
      { cause: reason },
    );
  }
}

/** Drops the tables of Pennon; the marker goes last. */
async function dropTables(runner: QueryRunner): Promise<void> {
  const { connection } = runner;
  const tables = await presentTables(connection);
  if (tables.length === 0) return;
  const list = (names: readonly string[]): string =>
    names.map((name) => connection.driver.escape(name)).join(', ');
  if (connection.options.type === 'mysql') {
    await runner.query('SET FOREIGN_KEY_CHECKS = 0');
    try {
      for (const name of tables) await runner.query(`DROP TABLE ${list([name])}`);
    } finally {
      await runner.query('SET FOREIGN_KEY_CHECKS = 1');
    }
  } else {
    const others = tables.filter((name) => name !== UNFINISHED_RESTORE);
    if (others.length > 0) await runner.query(`DROP TABLE ${list(others)} CASCADE`);
    // The ORM gives the numbers of migrations a sequence there, which does not go with its table.
    const numbers = `${commonOptions.migrationsTableName}_id_seq`;
    if (connection.options.type === 'cockroachdb')
      await runner.query(`DROP SEQUENCE IF EXISTS ${list([numbers])}`);
    await runner.query(`DROP TABLE IF EXISTS ${UNFINISHED_RESTORE}`);
  }
}

/** The tables of Pennon that are there; the marker comes last. */
async function presentTables(dataSource: DataSource): Promise<readonly string[]> {
  const present = new Set(await tablesOf(dataSource));
  return [...ownTables(dataSource), UNFINISHED_RESTORE].filter((name) => present.has(name));
}

async function onOneConnection(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<void>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await work(runner);
  } finally {
    await runner.release();
  }
}
