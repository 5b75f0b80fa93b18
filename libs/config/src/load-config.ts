import { checkRules } from './checks/check-rules';
import type { TierName } from './checks/check-tier';
import { deriveAuthentication } from './config/authentication-config';
import type { Config } from './config/config';
import { locateDatabase, partsBesideUrl } from './config/database-config';
import { givenWithoutEffect } from './config/given-without-effect';
import { readProxyVariables } from './environment-variables';
import { ConfigError, type ConfigProblem } from './kinds/config-error';
import { FLIPT_PREFIX, variableOfPennon } from './settings/names';
import { type ResolvedSettings, resolveSettings } from './settings/resolve-settings';
import { findConfigFile } from './sources/config-file';
import { readEnvironmentLayer } from './sources/environment-layer';
import { readFileLayer } from './sources/file-layer';
import { type GivenValue, type Layer, mergeLayers } from './sources/layer';
import type { Machine } from './sources/machine';
import { type EffectiveSetting, effectiveSettings, readValues } from './sources/read-values';

type StorageSettings = ResolvedSettings['storage'];

/** Returns the section with what follows from other settings filled in; frozen. Only a database can be written. */
function deriveStorage(storage: StorageSettings): StorageSettings {
  return Object.freeze({ ...storage, readOnly: storage.readOnly || storage.type !== 'database' });
}

/** Where the configuration is read from. */
export interface LoadOptions {
  /** The file named on the command line, if any. */
  readonly path?: string | undefined;
  /** The server that has to start with it; undefined for a command, which does without what only servers need. */
  readonly tier?: TierName | undefined;
  /** The environment: `PENNON_…`, what the file refers to, and the variables that say where the user lives. */
  readonly env: NodeJS.ProcessEnv;
  /** The operating system; this one unless given. */
  readonly platform?: NodeJS.Platform;
  /** Directory that `/etc/pennon` and `/var/opt/pennon` are looked for in; `/` unless given. */
  readonly root?: string;
  /**
   * Home of the user by what the system knows, which throws where it knows of none; the system is asked unless given.
   */
  readonly homedir?: () => string;
}

/** A configuration, and what to tell the operator about it. */
export interface LoadedConfig {
  readonly config: Config;
  /** Path of the file that was read; undefined when there is none. */
  readonly source: string | undefined;
  /** What was given and changes nothing: keys of the file, keys or names of variables. */
  readonly ignored: readonly string[];
  /** Variables of Flipt that count, each with the variable of Pennon to write in its place. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Every setting, and where it comes from: for a person who asks. */
  readonly settings: readonly EffectiveSetting[];
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
  const fromFile: Layer = file === undefined ? new Map() : readFileLayer(file, options.env, report);
  const { layer: fromEnvironment, strangers } = readEnvironmentLayer(options.env, fromFile, report);
  const given = [...mergeLayers(fromFile, fromEnvironment).values()];
  const { values, ignored } = readValues(given, report);
  readProxyVariables(options.env, report);
  const settings = resolveSettings(values);
  for (const problem of checkRules(settings, given, problems, options.tier)) report(problem);
  if (problems.length > 0) throw new ConfigError(problems);

  const config = Object.freeze({
    ...settings,
    db: locateDatabase(settings.db, machine),
    storage: deriveStorage(settings.storage),
    authentication: deriveAuthentication(settings, given),
  });
  return {
    config,
    source: file?.path,
    ignored: [...ignored, ...givenWithoutEffect(settings, given), ...partsBesideUrl(given), ...strangers],
    renamed: renamedVariables(given),
    settings: effectiveSettings(given),
  };
}

function renamedVariables(given: readonly GivenValue[]): ReadonlyMap<string, string> {
  return new Map(
    given
      .filter(({ name, named, isOverruled }) => {
        const counts = named?.setting.isIgnored === false && !isOverruled;
        return counts && name.startsWith(FLIPT_PREFIX);
      })
      .map(({ name }) => [name, variableOfPennon(name)]),
  );
}

/**
 * Reads the configuration of this process.
 *
 * @param path the file named on the command line, if any
 * @param tier the server that has to start with it, if any
 * @throws ConfigError with every problem there is, if there is one
 */
export function loadConfigFromProcess(path?: string, tier?: TierName): LoadedConfig {
  return loadConfig({ path, tier, env: process.env }); // oxlint-disable-line node/no-process-env -- the one place that reads the environment
}
