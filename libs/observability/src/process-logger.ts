import { type LoggerService } from '@nestjs/common';
import { type LogConfig } from '@pennon/config';
import { Logger, PinoLogger } from 'nestjs-pino';
import { loggerOptions } from './logger-options';
import { logStream, type StandardOutput } from './log-stream';

/**
 * The log of a process that has no app, or none yet; it looks like that of the app.
 *
 * @param output Where it goes unless the settings name a file.
 */
export function processLogger(config: LogConfig, output: StandardOutput): LoggerService {
  return new Logger(new PinoLogger({ pinoHttp: [loggerOptions(config), logStream(config, output)] }), {});
}
