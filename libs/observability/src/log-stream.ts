import { type DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import { type LogConfig } from '@pennon/config';
import { logDestination } from './log-destination';

/** The outputs of a process, which are files that are open. */
const descriptors = { stdout: 1, stderr: 2 } as const;

/** An output of a process. */
export type StandardOutput = keyof typeof descriptors;

/** Where log lines go: the file or else that output, as JSON or as lines for people. */
export function logStream(
  { encoding, file, keys }: LogConfig,
  output: StandardOutput = 'stdout',
): DestinationStream {
  const target = logDestination(file ?? descriptors[output]);
  if (encoding === 'json') return target;
  return pretty({
    destination: target,
    colorize: file === undefined && process[output].isTTY,
    timestampKey: keys.time,
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss.l',
    levelKey: keys.level,
    messageKey: keys.message,
    ignore: 'pid,hostname',
    singleLine: true,
  });
}
