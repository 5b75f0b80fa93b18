import { type LoggerOptions } from 'pino';
import { type LogConfig } from '@pennon/config';
import { lineLabels } from './line-labels';

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
