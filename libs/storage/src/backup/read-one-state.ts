import { existsSync } from 'node:fs';
import type { DataSource, QueryRunner } from 'typeorm';
import type { DatabaseConfig } from '@pennon/config';
import { UnavailableError } from '@pennon/domain';
import type { PlainRow } from '../database/database';
import { commonOptions } from '../database/data-source-options';
import { isCorrupt, translateDriverError } from '../database/driver-errors';
import { readSchemaState, type SchemaState } from '../database/schema-state';
import { openToRead } from '../embedded/open-embedded';
import { damageIn } from '../embedded/sqlite-data-source';
import { openServer } from '../server/server-data-source';
import { readForm } from '../server/transactions';
import type { Ask } from './read-rows';

/** One committed state of a database, which nothing that others write changes. */
export interface OneState {
  readonly ask: Ask;
  readonly schema: SchemaState;
}

/**
 * Runs `work` on one state, on a connection of its own: neither writes nor other reads wait for it.
 *
 * @throws UnavailableError if the database cannot be read.
 */
export async function readOneState<T>(
  config: DatabaseConfig,
  work: (state: OneState) => Promise<T>,
): Promise<T> {
  const dataSource = await open(config);
  try {
    const schema = await readSchemaState(dataSource, config.location);
    return await inTransaction(dataSource, beginningOf(config), async (ask) => {
      await assertSchema(ask, schema, config);
      return work({ ask, schema });
    });
  } catch (error) {
    throw translateDriverError(error);
  } finally {
    await dataSource.destroy();
  }
}

/** Somebody may have migrated the database since the schema was read. */
async function assertSchema(ask: Ask, { applied }: SchemaState, { location }: DatabaseConfig): Promise<void> {
  const { migrationsTableName: table } = commonOptions;
  const rows = applied.length === 0 ? [] : await ask(`SELECT name FROM ${table} ORDER BY id`);
  if (rows.map(({ name }) => name).join() === applied.join()) return;
  throw new UnavailableError(`the database ${location} is being migrated; try again when that has ended`);
}

async function open(config: DatabaseConfig): Promise<DataSource> {
  if (config.dialect !== 'sqlite')
    return openServer(config.primary, config, { connections: 1, isTimed: false });
  if (!existsSync(config.file)) throw new UnavailableError(`there is no database ${config.location}`);
  const reader = await openToRead(config);
  try {
    await assertSound(reader, config.location);
    return reader;
  } catch (error) {
    await reader.destroy();
    throw error;
  }
}

/**
 * SQLite reads rows of many a damaged file without a word, of an index that lacks some for example.
 *
 * @throws UnavailableError if the file is damaged.
 */
async function assertSound(reader: DataSource, location: string): Promise<void> {
  const damage = await damageIn(reader).catch((error: unknown) => {
    if (isCorrupt(error) && error instanceof Error) return error.message;
    throw error;
  });
  if (damage === undefined) return;
  throw new UnavailableError(
    `the database ${location} is damaged (${damage}), and a backup of it would be, too; stop its server and restore an ` +
      'earlier backup: see docs/backup.md',
  );
}

function beginningOf(config: DatabaseConfig): readonly string[] {
  return config.dialect === 'sqlite' ? ['BEGIN'] : readForm(config);
}

async function inTransaction<T>(
  dataSource: DataSource,
  beginning: readonly string[],
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    for (const statement of beginning) await runner.query(statement);
    return await work(askOf(runner));
  } finally {
    // Nothing was written; a connection that is lost has no transaction.
    await runner.query('ROLLBACK').catch(() => undefined);
    await runner.release();
  }
}

function askOf(runner: QueryRunner): Ask {
  return async (sql, values = []) => runner.manager.query<readonly PlainRow[]>(sql, [...values]);
}
