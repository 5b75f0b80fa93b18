import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where Debian and its relatives keep the programs of PostgreSQL, one directory per version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Where `.ci/helm` puts what no package of Debian has. */
const CACHED = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pennon', 'bin');

/** The path of a program of that name; undefined when this machine has none. */
export function findProgram(name: string): string | undefined {
  const directories = [CACHED, ...(process.env.PATH ?? '').split(delimiter), ...postgresDirectories()];
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

/** Newest first. */
function postgresDirectories(): readonly string[] {
  try {
    const versions = readdirSync(POSTGRES_VERSIONS).sort((left, right) => Number(right) - Number(left));
    return versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
