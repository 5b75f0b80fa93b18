import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { notSupported } from '../not-supported';

const sqliteSchemes = ['file', 'sqlite', 'sqlite3'];
const otherSchemes = [
  ...['postgres', 'postgresql', 'mysql', 'cockroachdb', 'cockroach', 'crdb'],
  ...['libsql', 'http', 'https'],
];

/** The URL of a SQLite file, as it was given; `sqliteFile` takes it apart. */
export const sqliteUrl: Kind<string> = scalar('`file:<path>`', (url) => {
  sqliteFile(url);
  return url;
});

/**
 * Returns the path of the file that a database URL names: absolute or relative, percent-decoded, without the
 * query. Schemes `file`, `sqlite` and `sqlite3`, with or without `//`.
 *
 * @throws InvalidValueError if the URL names anything else. The message holds no part of the URL but a known
 * scheme, since a mistaken URL may hold a password.
 */
export function sqliteFile(url: string): string {
  const [, scheme = '', path = '', query = ''] = /^(\w+):(?:\/\/)?([^?#]*)\??([^#]*)/.exec(url) ?? [];
  refuseScheme(scheme.toLowerCase());
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

/** Returns the URL of a file, such that `sqliteFile` returns the path. */
export function sqliteUrlOf(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

function refuseScheme(scheme: string): void {
  if (sqliteSchemes.includes(scheme)) return;
  throw new InvalidValueError(
    otherSchemes.includes(scheme)
      ? `${scheme} ${notSupported}; use file:<path>`
      : 'expected file:<path>, such as file:/var/opt/pennon/pennon.db',
  );
}

function percentDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new InvalidValueError('has a % that begins no percent-encoded character; write it as %25');
  }
}
