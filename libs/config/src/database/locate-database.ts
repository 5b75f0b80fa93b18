import { join, resolve } from 'node:path';
import type { DatabaseConfig } from '../config';
import type { Machine } from '../machine';
import type { ResolvedSettings } from '../resolve-settings';
import { Secret } from '../secret';
import { dataDirectory } from './data-directory';
import { sqliteFile, sqliteUrlOf } from './sqlite-url';

/** Keys that are parts of the URL. One of them suppresses the default URL. */
const parts = ['db.protocol', 'db.host', 'db.name', 'db.port', 'db.user', 'db.password'];

/** Parts that no URL can do without. */
const requiredParts = ['db.protocol', 'db.host', 'db.name'];

/**
 * Returns the keys that are missing from the parts of the database URL: none when the URL is given as a whole
 * or not at all. Source: operations.md 1.7.6.
 *
 * @param given the keys that are given, whether their values are good or not
 */
export function missingDatabaseKeys(given: ReadonlySet<string>): readonly string[] {
  if (given.has('db.url') || !parts.some((key) => given.has(key))) return [];
  return requiredParts.filter((key) => !given.has(key));
}

/** Returns the section with the URL in effect and the file it names; frozen. */
export function locateDatabase(db: ResolvedSettings['db'], machine: Machine): DatabaseConfig {
  const url = db.url ?? new Secret(sqliteUrlOf(defaultFile(db, machine)));
  return Object.freeze({ ...db, url, file: resolve(sqliteFile(url.reveal())) });
}

function defaultFile({ host, name }: ResolvedSettings['db'], machine: Machine): string {
  return host !== undefined && name !== undefined
    ? join(host, name)
    : join(dataDirectory(machine), 'pennon.db');
}
