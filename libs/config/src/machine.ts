import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the configuration may know of the machine it is read on. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Directory that system-wide paths start from: `/`, or an empty one in tests. */
  readonly root: string;
}

/** Returns Pennon's directory among the user's configurations, by the XDG rules. It need not exist. */
export function userConfigDirectory({ env }: Machine): string {
  const base = env.XDG_CONFIG_HOME ?? '';
  // The XDG specification says that a relative path is to be ignored.
  return join(isAbsolute(base) ? base : join(homeDirectory(env), '.config'), 'pennon');
}

/** Returns the directory of the user's home. */
export function homeDirectory(env: NodeJS.ProcessEnv): string {
  return env.HOME ?? homedir();
}
