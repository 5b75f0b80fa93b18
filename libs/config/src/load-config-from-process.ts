import { loadConfig, type LoadedConfig } from './load-config';

/**
 * Reads the configuration of this process.
 *
 * @param path the file named on the command line, if any
 * @throws ConfigError with every problem there is, if there is one
 */
export function loadConfigFromProcess(path?: string): LoadedConfig {
  return loadConfig({ path, env: process.env }); // oxlint-disable-line node/no-process-env -- the one place that reads the environment
}
