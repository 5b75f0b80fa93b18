import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, userConfigDirectory } from '../machine';
import { FILE_VARIABLE } from '../names';

/** A file to read. */
export interface ConfigFile {
  readonly path: string;
  /** What named it: `--config` or a variable. Absent when it was found where it is looked for. */
  readonly namedBy?: string;
}

/**
 * Returns the file to read: the one that is named, else the first that exists of the user's and the system's;
 * undefined when there is none. A file that is named need not exist.
 *
 * @param path from the command line
 */
export function findConfigFile(path: string | undefined, machine: Machine): ConfigFile | undefined {
  if (path !== undefined) return { path, namedBy: '--config' };
  const fromEnvironment = machine.env[FILE_VARIABLE] ?? '';
  if (fromEnvironment !== '') return { path: fromEnvironment, namedBy: FILE_VARIABLE };
  const found = [userConfigDirectory(machine), join(machine.root, 'etc/pennon')]
    .flatMap((directory) => (directory === undefined ? [] : join(directory, 'config.yml')))
    .find((candidate) => existsSync(candidate));
  return found === undefined ? undefined : { path: found };
}
