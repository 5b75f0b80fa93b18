import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

/** What is added to the name of a write-ahead log that belongs to a file that is not there any more. */
export const FORMER = '.former';

/** What SQLite itself has for a database: the file, and those that it keeps beside it. */
export function sqliteFilesOf(file: string): readonly string[] {
  return ['', '-journal', '-wal', '-shm'].map((suffix) => file + suffix);
}

/** Every file that belongs to the database of a SQLite file, also those that need not be there. */
export function ownFilesOf(file: string): readonly string[] {
  return [...sqliteFilesOf(file), ...['.lock', '.reserve', '.restoring'].map((suffix) => file + suffix)];
}

/**
 * Files that lie beside a database that a server has had open, or that was not closed in good order.
 *
 * @param file The database, by the name that is configured.
 * @param place Where it is, see {@link placeOf}.
 */
export function tracesOf(file: string, place: string): readonly string[] {
  return [`${file}.reserve`, `${place}-wal`, `${place}-wal${FORMER}`];
}

/** Where a file is, whatever links lead there; neither it nor its directory need exist. */
export async function placeOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const directory = await realpath(dirname(file)).catch(() => dirname(file));
    return resolve(directory, await readlink(file).catch(() => basename(file)));
  }
}
