import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TierName } from '../checks/check-tier';
import { ConfigError } from '../kinds/config-error';
import { loadConfig, type LoadedConfig } from '../load-config';

/** A machine without any configuration, for specs: nothing of the one that runs them is seen. */
export class EmptyMachine {
  readonly root = mkdtempSync(join(tmpdir(), 'pennon-config-'));

  /** Writes a file, with the directories it needs, and returns its path. The home is `home`. */
  write(path: string, text: string): string {
    const whole = join(this.root, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  }

  /** Loads the configuration as a process with this environment and `--config` would, which may be a server. */
  load(env: NodeJS.ProcessEnv = {}, path?: string, tier?: TierName): LoadedConfig {
    const home = { HOME: join(this.root, 'home') };
    return loadConfig({ path, tier, env: { ...home, ...env }, platform: 'linux', root: this.root });
  }

  /** Loads `given.yml`, written with this text. */
  loadText(text: string, env: NodeJS.ProcessEnv = {}): LoadedConfig {
    return this.load(env, this.write('given.yml', text));
  }

  /** Deletes all files. */
  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}

/** Returns the error that an attempt to load fails with. */
export function failureOf(attempt: () => unknown): ConfigError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('expected a ConfigError');
}

/** Returns the problems that an attempt to load fails with, each as `key: reason`. */
export function problemsOf(attempt: () => unknown): string[] {
  return failureOf(attempt).problems.map(({ key, reason }) => `${key}: ${reason}`);
}
