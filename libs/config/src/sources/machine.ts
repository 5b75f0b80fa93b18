import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the configuration may know of the machine it is read on. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Directory that system-wide paths start from: `/`, or an empty one in tests. */
  readonly root: string;
  /**
   * Home of the user by what the system knows, which throws where it knows of none; the system is asked unless given.
   */
  readonly homedir?: () => string;
}

/**
 * Returns Pennon's directory among the user's configurations, by the XDG rules. It need not exist; undefined for a user
 * without a home.
 */
export function userConfigDirectory(machine: Machine): string | undefined {
  const base = machine.env.XDG_CONFIG_HOME ?? '';
  // The XDG specification says that a relative path is to be ignored.
  if (isAbsolute(base)) return join(base, 'pennon');
  const home = homeDirectory(machine);
  return home === undefined ? undefined : join(home, '.config/pennon');
}

/**
 * Returns the directory of the user's home; undefined for one without, as containers have them that run under any
 * number.
 */
function homeDirectory({ env, homedir: ofSystem = homedir }: Machine): string | undefined {
  const named = env.HOME ?? '';
  if (named !== '') return named;
  try {
    const known = ofSystem();
    return known === '' ? undefined : known;
  } catch {
    return undefined;
  }
}

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
