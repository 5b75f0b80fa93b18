import { type DataSource, type QueryRunner } from 'typeorm';
import { type Work } from '../database';

/** How a transaction begins: one that writes takes the file's write lock before it looks at anything. */
export type Beginning = 'BEGIN' | 'BEGIN IMMEDIATE';

/**
 * Runs `work` in one transaction on a connection to SQLite; commits when it resolves and undoes everything when it
 * rejects. The caller sees to it that transactions come one after another.
 *
 * Not by the ORM's own transactions: it counts how deep it is in, and when SQLite has undone a transaction by itself,
 * as on a full disk, there is none to roll back and the count stays wrong. What is written next is then part of
 * something that nobody commits.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  beginning: Beginning,
  work: Work<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(beginning);
    const result = await work(runner.manager);
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    await undo(runner);
    throw error;
  }
}

async function undo(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('ROLLBACK');
  } catch {
    // Nothing is left to undo.
  }
}
