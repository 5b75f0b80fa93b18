import { InvalidValueError } from '../kinds/kind';
import { percentDecoded } from './percent-decoded';

/** Tells whether a URL scheme, in lower case, names a SQLite file. */
export function isSqliteScheme(scheme: string): boolean {
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
