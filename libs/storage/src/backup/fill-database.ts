import type { DataSource } from 'typeorm';
import { runMigrationsOf } from '../database/run-migrations';
import type { BackupTable } from './backup-tables';
import { backupTables } from './backup-tables';
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
  try {
    // Migrations insert rows of a new database.
    for (const { name } of (await backupTables(backup.header.migrations)).toReversed())
      await runner.query(`DELETE FROM ${dataSource.driver.escape(name)}`);
    await insertAll(new RowInserter(runner), file, backup, options);
  } finally {
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
      if (table !== undefined) await inserter.insert(table, identity.apply(table, part.rows));
      continue;
    }
    if (table !== undefined) await inserter.endTable(table);
    table = part.kind === 'table' ? part.table : undefined;
    if (part.kind === 'end') isSame = part.trailer.sha256 === sha256;
  }
  if (!isSame) throw changedMeanwhile(file);
}
