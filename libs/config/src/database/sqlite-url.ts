import { InvalidValueError } from '../kinds/kind';
import { percentDecoded } from './percent-decoded';

/** Tells whether a URL scheme, in lower case, names a SQLite file. */
export function isSqliteScheme(scheme: string): boolean {
  return ['file', 'sqlite', 'sqlite3'].includes(scheme);
}

/**
 * Returns the path of the file that a URL of such a scheme names, with or without `//`: absolute or relative,
 * percent-decoded, without the query.
 *
 * @throws InvalidValueError if it names no file. The message holds no part of the URL.
 */
export function sqliteFile(url: string): string {
  const [, path = '', query = ''] = /^\w+:(?:\/\/)?([^?#]*)\??([^#]*)/.exec(url) ?? [];
  if (path === ':memory:' || /(^|&)mode=memory(&|$)/.test(query)) {
    throw new InvalidValueError(
      'a database in memory cannot be used: readers and the writer have connections of their own, and each ' +
        'would see another database; use file:<path>',
    );
  }
  const file = percentDecoded(path);
  if (file === '') throw new InvalidValueError('names no file; use file:<path>');
  if (file.endsWith('/')) throw new InvalidValueError('names a directory; use file:<path>');
  return file;
}
