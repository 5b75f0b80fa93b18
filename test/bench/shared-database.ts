import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { seedDatabase } from './seed';
import { type Scope } from './scope';
import { benchNamespace } from './workload/bench-namespace';

/** Makes a database on PostgreSQL that goes with the scope; undefined, with a line that says so, where there is none. */
export async function openSharedDatabase(scope: Scope, flagCount: number): Promise<string | undefined> {
  let url: string;
  try {
    url = await createServerDatabase('postgres');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`without servers that share a database, for want of PostgreSQL: ${reason}\n`);
    return undefined;
  }
  scope.onClose(() => dropServerDatabase(url));
  process.stderr.write(`seeding ${flagCount} flags in PostgreSQL\n`);
  await seedDatabase(url, benchNamespace(flagCount));
  return url;
}
