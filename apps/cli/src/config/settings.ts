import { Logger } from '@nestjs/common';
import { loadConfigFromProcess, type Config } from '@pennon/config';
import { processLogger } from '@pennon/platform';
import { type Given, configFileOf } from '../command-line/command';
import { warnOfRenamed } from './config-commands';

/** The settings of a command that works on the database; from now on the log goes to standard error. */
export function loadSettings(given: Given): Config {
  const { config, renamed } = loadConfigFromProcess(configFileOf(given));
  warnOfRenamed(renamed);
  Logger.overrideLogger(processLogger(config.log, 'stderr'));
  return config;
}
