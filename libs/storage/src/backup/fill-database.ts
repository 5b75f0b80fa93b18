import type { DataSource } from 'typeorm';
import { runMigrationsOf } from '../database/run-migrations';
import { isBrokenRule, isMisfit } from '../database/driver-errors';
import { BackupError } from './backup-error';
import { backupTables, type BackupTable } from './backup-tables';
import type { InspectedBackup } from './inspect-backup';
import { RowInserter } from './insert-rows';
import { drawMissingMarks, NewIdentity } from './new-identity';
import { changedMeanwhile, readBackup, type ReadBackupOptions } from './read-backup';

/**
 * Makes an empty database what a backup says: brings the schema to where it was when the backup was made, inserts the
 * rows, and then runs the migrations that came since, so that they do with the rows what they would have done there.
 *
 * @param dataSource Has connections to spare beside the one that rows are inserted on, unless it is SQLite.
 * @throws UnavailableError if the file was changed since it was inspected.
 */
export async function fillDatabase(
  dataSource: DataSource,
  file: string,
  backup: InspectedBackup,
  options: ReadBackupOptions,
): Promise<void> {
  await runMigrationsOf(dataSource, backup.header.migrations);
  const runner = dataSource.createQueryRunner();
  const inserter = new RowInserter(runner);
  try {
    // Migrations insert rows of a new database.
    for (const { name } of (await backupTables(backup.header.migrations)).toReversed())
      await runner.query(`DELETE FROM ${dataSource.driver.escape(name)}`);
    await insertAll(inserter, file, backup, options);
  } finally {
    await inserter.undo();
    await runner.release();
  }
  await runMigrationsOf(dataSource);
  await drawMissingMarks(dataSource);
}

async function insertAll(
  inserter: RowInserter,
  file: string,
  { sha256 }: InspectedBackup,
  options: ReadBackupOptions,
): Promise<void> {
  const identity = new NewIdentity();
  let table: BackupTable | undefined;
  let isSame = false;
  for await (const part of readBackup(file, options)) {
    options.signal?.throwIfAborted();
    if (part.kind === 'rows') {
      if (table === undefined) continue;
      try {
        await inserter.insert(table, identity.apply(table, part.rows));
      } catch (error) {
        throw refusal(file, table, error);
      }
      continue;
    }
    if (table !== undefined) await inserter.endTable(table);
    table = part.kind === 'table' ? part.table : undefined;
    if (part.kind === 'end') isSame = part.trailer.sha256 === sha256;
  }
  if (!isSame) throw changedMeanwhile(file);
}

/** What it means that rows of a table cannot be inserted, although the backup is as it was written. */
function refusal(file: string, { name }: BackupTable, error: unknown): unknown {
  const refused = (why: string): BackupError =>
    new BackupError(`the backup ${file} cannot be restored: ${why}; restore another one`, { cause: error });
  if (isBrokenRule(error))
    return refused(
      `it contradicts itself in the table ${name}, where a row is there twice or refers to a row that is missing`,
    );
  return isMisfit(error)
    ? refused(`a row of the table ${name} has a value that the database cannot store`)
    : error;
}
