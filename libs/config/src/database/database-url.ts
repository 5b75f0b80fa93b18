import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import type { ServerAddress } from './server-address';
import { serverAddressOf, serverDialectOf } from './server-url';
import { isSqliteScheme, sqliteFile } from './sqlite-url';

/** The URL of a database, as it was given; `databaseAt` takes it apart. */
export const databaseUrl: Kind<string> = scalar('database URL', (url) => {
  databaseAt(url);
  return url;
});

/** The URL of a database server. */
export const serverUrl: Kind<string> = scalar('database URL', (url) => {
  if (databaseAt(url).server === undefined) throw new InvalidValueError('a file has no replicas');
  return url;
});

/** What a URL names: a file of the embedded database, or a server. */
export type DatabasePlace =
  | { readonly file: string; readonly server: undefined }
  | { readonly server: ServerAddress };

/**
 * Takes a database URL apart.
 *
 * @throws InvalidValueError if it names nothing that can be used. The message holds no part of the URL but a known
 * scheme, since a mistaken URL may hold a password.
 */
export function databaseAt(url: string): DatabasePlace {
  const scheme = /^(\w+):/.exec(url)?.[1]?.toLowerCase() ?? '';
  if (isSqliteScheme(scheme)) return { file: sqliteFile(url), server: undefined };
  const dialect = serverDialectOf(scheme);
  if (dialect !== undefined) return { server: serverAddressOf(dialect, url) };
  throw new InvalidValueError(
    ['libsql', 'http', 'https'].includes(scheme)
      ? `${scheme} is libSQL, which Pennon does not speak; ${usage}`
      : `${usage}, such as file:/var/opt/pennon/pennon.db`,
  );
}

const usage = 'use file:<path>, postgres://, mysql:// or cockroachdb://';
