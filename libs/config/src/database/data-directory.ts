import { statSync } from 'node:fs';
import { join } from 'node:path';
import { homeDirectory, type Machine, userConfigDirectory } from '../machine';

/**
 * Returns the directory of data that no setting names a place for. It need not exist, except `/var/opt/pennon`,
 * which is chosen only on a Linux machine that has it.
 */
export function dataDirectory(machine: Machine): string {
  const { env, platform, root } = machine;
  const systemDirectory = join(root, 'var/opt/pennon');
  if (platform === 'linux' && isDirectory(systemDirectory)) return systemDirectory;
  if (platform === 'darwin') return join(homeDirectory(env), 'Library/Application Support/pennon');
  if (platform === 'win32') return join(env.APPDATA ?? join(homeDirectory(env), 'AppData/Roaming'), 'pennon');
  return userConfigDirectory(machine);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
