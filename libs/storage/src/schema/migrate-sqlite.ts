import { type DataSource } from 'typeorm';

/**
 * Runs the migrations that are pending, in one transaction that holds the file's write lock from its beginning: of
 * several processes that start together one migrates, and the others find nothing left to do.
 */
export async function migrateSqlite(writer: DataSource): Promise<void> {
  await writer.query('BEGIN IMMEDIATE');
  try {
    await writer.runMigrations({ transaction: 'none' });
    await writer.query('COMMIT');
  } catch (error) {
    await writer.query('ROLLBACK');
    throw error;
  }
}
