import type { QueryRunner } from 'typeorm';

/**
 * Writes down the oldest version that may use the database from now on: for a migration that takes away what earlier
 * ones read, or asks for what they do not write.
 */
export async function requireVersion(runner: QueryRunner, version: string): Promise<void> {
  await runner.query(`UPDATE deployment SET min_version = '${version}'`);
}
