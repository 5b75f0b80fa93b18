import type { Config } from './config';
import { ConfigError, type ConfigProblem } from './config-error';
import { locateDatabase, missingDatabaseKeys } from './database/locate-database';
import type { Machine } from './machine';
import { readValues } from './read-values';
import { resolveSettings } from './resolve-settings';
import { readEnvironmentLayer } from './sources/environment-layer';
import { readFileLayer } from './sources/file-layer';
import { findConfigFile } from './sources/find-config-file';

/** Where the configuration is read from. */
export interface LoadOptions {
  /** The file named on the command line, if any. */
  readonly path?: string | undefined;
  /** The environment: `PENNON_…`, what the file refers to, and the variables that say where the user lives. */
  readonly env: NodeJS.ProcessEnv;
  /** The operating system; this one unless given. */
  readonly platform?: NodeJS.Platform;
  /** Directory that `/etc/pennon` and `/var/opt/pennon` are looked for in; `/` unless given. */
  readonly root?: string;
}

/** A configuration, and what to tell the operator about it. */
export interface LoadedConfig {
  readonly config: Config;
  /** Path of the file that was read; undefined when there is none. */
  readonly source: string | undefined;
  /** What was given and changes nothing, in the order given: keys of the file, keys or names of variables. */
  readonly ignored: readonly string[];
}

/**
 * Reads the configuration: built-in defaults, the file over them, the environment over both.
 *
 * @throws ConfigError with every problem there is, if there is one
 */
export function loadConfig(options: LoadOptions): LoadedConfig {
  const machine: Machine = { platform: process.platform, root: '/', ...options };
  const problems: ConfigProblem[] = [];
  const report = (problem: ConfigProblem): void => {
    problems.push(problem);
  };

  const file = findConfigFile(options.path, machine);
  const given = new Map([
    ...(file === undefined ? [] : readFileLayer(file, options.env, report)),
    ...readEnvironmentLayer(options.env, report),
  ]);
  const { values, ignored } = readValues([...given.values()], report);
  for (const key of missingDatabaseKeys(new Set([...given.values()].map(({ key }) => key)))) {
    report({ key, reason: 'non-empty value is required' });
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const settings = resolveSettings(values);
  const config = Object.freeze({ ...settings, db: locateDatabase(settings.db, machine) });
  return { config, source: file?.path, ignored };
}
