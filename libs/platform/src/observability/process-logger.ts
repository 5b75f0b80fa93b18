import type { LoggerService } from '@nestjs/common';
import { Logger, PinoLogger } from 'nestjs-pino';
import type { LoggerOptions } from 'pino';
import type { LogConfig } from '@pennon/config';
import { logStream, type StandardOutput } from './log-stream';

/** What stands on every line of this process beside what the line says; undefined for nothing. */
let labels: Readonly<Record<string, number>> | undefined;

/**
 * Puts these fields on every line of the loggers that are made from now on: for one of several processes that write
 * together.
 */
export function labelLines(fields: Readonly<Record<string, number>>): void {
  labels = fields;
}

/** The fields that stand on every line. */
function lineLabels(): Readonly<Record<string, number>> | undefined {
  return labels;
}

/** How log lines look: names of the fields from the settings, levels in upper case, times in RFC 3339. */
export function loggerOptions({ level, keys }: LogConfig): LoggerOptions {
  return {
    level,
    messageKey: keys.message,
    base: lineLabels() ?? null,
    timestamp: () => `,${JSON.stringify(keys.time)}:"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ [keys.level]: label.toUpperCase() }) },
  };
}

/**
 * The log of a process that has no app, or none yet; it looks like that of the app.
 *
 * @param output Where it goes unless the settings name a file.
 */
export function processLogger(config: LogConfig, output: StandardOutput): LoggerService {
  return new Logger(new PinoLogger({ pinoHttp: [loggerOptions(config), logStream(config, output)] }), {});
}
