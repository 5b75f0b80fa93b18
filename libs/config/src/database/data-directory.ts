import { statSync } from 'node:fs';
import { join } from 'node:path';
import { homeDirectory, type Machine, userConfigDirectory } from '../machine';

/**
 * Returns the directory of data that no setting names a place for. It need not exist: `/var/opt/pennon` is chosen on a
 * Linux machine that has it, and for a user without a home.
 */
export function dataDirectory(machine: Machine): string {
  const systemDirectory = join(machine.root, 'var/opt/pennon');
  if (machine.platform === 'linux' && isDirectory(systemDirectory)) return systemDirectory;
  return userDataDirectory(machine) ?? systemDirectory;
}

function userDataDirectory(machine: Machine): string | undefined {
  const { env, platform } = machine;
  if (platform === 'darwin') return below(homeDirectory(machine), 'Library/Application Support/pennon');
  if (platform === 'win32')
    return below(env.APPDATA ?? below(homeDirectory(machine), 'AppData/Roaming'), 'pennon');
  return userConfigDirectory(machine);
}

function below(directory: string | undefined, path: string): string | undefined {
  return directory === undefined ? undefined : join(directory, path);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
