import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import type { ServerAddress } from './server-address';
import { percentDecoded, serverAddressOf, serverDialectOf } from './server-url';

/** Tells whether a URL scheme, in lower case, names a SQLite file. */
function isSqliteScheme(scheme: string): boolean {
  return ['file', 'sqlite', 'sqlite3'].includes(scheme);
}

/**
 * Parameters of existing URLs that tune other drivers, and are passed over: what they ask for is either the case here
 * (`_fk`), or has a setting of its own (`_busy_timeout`).
 */
const driverParameters = [
  ...['cache', '_fk', '_foreign_keys', '_busy_timeout', '_timeout', '_journal', '_journal_mode'],
  ...['_sync', '_synchronous', '_txlock', '_loc', '_mutex'],
];

/**
 * Returns the path of the file that a URL of such a scheme names, with or without `//`: absolute or relative,
 * percent-decoded. What it asks for besides is refused, unless it is so in any case.
 *
 * @throws InvalidValueError if it names no file, or has more to it. The message holds no part of the URL.
 */
export function sqliteFile(url: string): string {
  const [, slashes, path = '', query = '', fragment] =
    /^\w+:(\/\/)?([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (path === ':memory:' || parameters.get('mode') === 'memory') {
    throw new InvalidValueError(
      'a database in memory cannot be used: readers and the writer have connections of their own, and each ' +
        'would see another database; use file:<path>',
    );
  }
  // A # or ? that is not percent-encoded would cut off the rest of a file's name in silence.
  if (fragment !== undefined)
    throw new InvalidValueError('has a # that is not percent-encoded; write it as %23');
  refuseUnknown(parameters);
  if (slashes !== undefined) refuseHost(path);
  const file = percentDecoded(path);
  if (file === '') throw new InvalidValueError('names no file; use file:<path>');
  if (file.endsWith('/')) throw new InvalidValueError('names a directory; use file:<path>');
  return file;
}

function refuseUnknown(parameters: URLSearchParams): void {
  const mode = parameters.get('mode') ?? 'rwc';
  if (mode !== 'rwc') {
    throw new InvalidValueError(
      'has a mode other than rwc: files are read, written and created; storage.read_only refuses changes of flags',
    );
  }
  if ([...parameters.keys()].every((name) => name === 'mode' || driverParameters.includes(name))) return;
  throw new InvalidValueError(
    `has a parameter that is not known; known are mode, ${driverParameters.join(', ')}, and a ? in the name of a file ` +
      'is to be written as %3F',
  );
}

/** After `//` other programs expect a host. `file://data/pennon.db` is a relative path all the same. */
function refuseHost(path: string): void {
  const [authority = ''] = path.split('/');
  if (authority.includes('@'))
    throw new InvalidValueError('names a user, which a file has not; use file:<path>');
  if (authority === 'localhost' || /:\d+$/.test(authority)) {
    throw new InvalidValueError('names a host, which a file has not; use file:<path>');
  }
}

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
