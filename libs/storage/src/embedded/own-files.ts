/** What SQLite itself has for a database: the file, and those that it keeps beside it. */
export function sqliteFilesOf(file: string): readonly string[] {
  return ['', '-journal', '-wal', '-shm'].map((suffix) => file + suffix);
}

/** Every file that belongs to the database of a SQLite file, also those that need not be there. */
export function ownFilesOf(file: string): readonly string[] {
  return [...sqliteFilesOf(file), ...['.lock', '.reserve', '.restoring'].map((suffix) => file + suffix)];
}
