import { performance } from 'node:perf_hooks';
import { destination, type DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import type { LogConfig } from '@pennon/config';
import { OWNER_ONLY, restrictToOwner } from '../system/posix';

/** Most text that waits while it cannot be written, in bytes; what comes beyond that is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Shortest time between two complaints about one destination, in milliseconds. */
const COMPLAINT_INTERVAL_MS = 60_000;

/** What can be opened again when it was moved away. */
interface Reopened {
  reopen(): void;
}

/** The log files that this process has open. */
const files = new Set<Reopened>();

/**
 * Opens a file, or takes an output of the process, for log lines. A file is for its owner alone, and is opened again on
 * SIGHUP, after it was moved away.
 *
 * Lines that cannot be written never end the process: standard error says so, once a minute at most.
 *
 * @param target Path of the file, or number of the output.
 */
function logDestination(target: string | number): DestinationStream {
  const stream = destination({
    dest: target,
    append: true,
    mkdir: true,
    mode: OWNER_ONLY,
    sync: true,
    maxLength: MAX_WAITING_BYTES,
  });
  const complain = complaintsAbout(target);
  // After the driver's own listener, which removes itself at the first error.
  stream.on('error', complain);
  if (typeof target === 'string') {
    restrictToOwner(target);
    if (files.size === 0) process.on('SIGHUP', reopenFiles);
    files.add({
      reopen() {
        try {
          stream.reopen();
          restrictToOwner(target);
        } catch {
          // The stream has reported it, and goes on with the file that it has.
        }
      },
    });
  }
  return stream;
}

function reopenFiles(): void {
  for (const file of files) file.reopen();
}

function complaintsAbout(target: string | number): (error: Error) => void {
  const name = typeof target === 'string' ? `log file ${target}` : 'log';
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (target === 2 || now - complainedAt < COMPLAINT_INTERVAL_MS) return;
    complainedAt = now;
    process.stderr.write(`pennon: the ${name} cannot be written: ${error.message}\n`);
  };
}

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
