import { existsSync } from 'node:fs';
import { UnavailableError } from '@pennon/domain';
import { placeOf, tracesOf } from './own-files';

/**
 * Refuses to make a database where one was: its file was moved away or deleted, and an empty one in its place would
 * lose every flag without a word. Commands leave no trace, and neither does a first start that fails.
 *
 * @throws UnavailableError if the file is missing, and something beside it was left by a database.
 */
export async function assertNeverThere(file: string): Promise<void> {
  if (existsSync(file)) return;
  const traces = tracesOf(file, await placeOf(file)).filter((name) => existsSync(name));
  // Another process may have made the database, and what lies beside it, since the first look.
  if (traces.length === 0 || existsSync(file)) return;
  const [verb, names] = [traces.length === 1 ? 'shows' : 'show', traces.join(' and ')];
  throw new UnavailableError(
    `the database file ${file} is missing, and ${names} ${verb} that there was one: put the file back, or restore a ` +
      `backup (docs/backup.md); to start with an empty database, delete ${names}`,
  );
}
