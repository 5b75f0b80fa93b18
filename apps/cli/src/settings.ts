import { Logger } from '@nestjs/common';
import { loadConfigFromProcess, type Config } from '@pennon/config';
import { processLogger } from '@pennon/observability';
import { type Given } from './command-line/given';
import { configFileOf } from './command';
import { warnOfRenamed } from './config/warn-of-renamed';

/** The settings of a command that works on the database; from now on the log goes to standard error. */
export function loadSettings(given: Given): Config {
  const { config, renamed } = loadConfigFromProcess(configFileOf(given));
  warnOfRenamed(renamed);
  Logger.overrideLogger(processLogger(config.log, 'stderr'));
  return config;
}
