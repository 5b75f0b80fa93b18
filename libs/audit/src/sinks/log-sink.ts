import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuditEvent } from '@pennon/domain';
import { OWNER_ONLY, restrictToOwner } from '@pennon/platform';
import { type AuditSink, eventBody, eventMembers } from './sink';

/** Longest wait after a disk has failed. Milliseconds. */
const MAX_DISK_BACKOFF_MS = 15_000;

/** Appends events to a file, one line of JSON each. An event counts as taken when it is on the disk. */
export class LogSink implements AuditSink {
  readonly name = 'log';
  readonly maxBackoff = MAX_DISK_BACKOFF_MS;

  /** @param file It and its directory are made when they are missing; it may be moved away at any time. */
  constructor(private readonly file: string) {}

  async deliver(event: AuditEvent): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true });
    const file = await open(this.file, 'a', OWNER_ONLY);
    restrictToOwner(this.file);
    try {
      await file.appendFile(`${eventBody(event)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** Longest wait after nobody has read on. Milliseconds. */
const MAX_OUTPUT_BACKOFF_MS = 15_000;

/** How a line is told from others of the log. */
const MESSAGE = 'AUDIT';

/** Writes events to standard output, one line of JSON each, between the lines of the log. */
export class StandardOutputSink implements AuditSink {
  readonly name = 'log';
  readonly maxBackoff = MAX_OUTPUT_BACKOFF_MS;

  constructor() {
    // An output that nobody reads any more is told to who writes; unheard, it would end the process.
    if (!process.stdout.listeners('error').includes(hear)) process.stdout.on('error', hear);
  }

  async deliver(event: AuditEvent): Promise<void> {
    const line = JSON.stringify({ T: new Date().toISOString(), M: MESSAGE, ...eventMembers(event) });
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(`${line}\n`, (error) => {
        if (error instanceof Error) reject(error);
        else resolve();
      });
    });
  }
}

function hear(): void {
  // `deliver` says so.
}
