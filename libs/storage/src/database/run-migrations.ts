import type { DataSource } from 'typeorm';

/**
 * Runs the pending ones of those migrations, and no others.
 *
 * @param names Of migrations that this version has; all of them unless given.
 */
export async function runMigrationsOf(dataSource: DataSource, names?: readonly string[]): Promise<void> {
  // MySQL commits at every change of a table, and CockroachDB changes tables after the commit: there a migration that
  // was broken off is run again, and every one of them can be. Nobody uses a file of SQLite that is still being made.
  const transaction = dataSource.options.type === 'postgres' ? 'all' : 'none';
  const all = [...dataSource.migrations];
  const chosen = all.filter(({ constructor }) => names?.includes(constructor.name) !== false);
  // The ORM runs what is in its list.
  dataSource.migrations.splice(0, all.length, ...chosen);
  try {
    await dataSource.runMigrations({ transaction });
  } finally {
    dataSource.migrations.splice(0, chosen.length, ...all);
  }
}
