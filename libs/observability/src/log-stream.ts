import { destination, type DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import { type LogConfig } from '@pennon/config';

/** Where log lines go: the file or standard output, as JSON or as lines for people. */
export function logStream({ encoding, file, keys }: LogConfig): DestinationStream {
  const target = destination({ dest: file ?? 1, append: true, mkdir: true, sync: true });
  if (encoding === 'json') return target;
  return pretty({
    destination: target,
    colorize: file === undefined && process.stdout.isTTY,
    timestampKey: keys.time,
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss.l',
    levelKey: keys.level,
    messageKey: keys.message,
    ignore: 'pid,hostname',
    singleLine: true,
  });
}
