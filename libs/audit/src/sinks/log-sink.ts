import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AuditEvent } from '@pennon/domain';
import { OWNER_ONLY, restrictToOwner } from '@pennon/system';
import { eventBody } from './event-body';
import { type AuditSink } from './sink';

/** Longest wait after a disk has failed. Milliseconds. */
const MAX_BACKOFF_MS = 15_000;

/** Appends events to a file, one line of JSON each. An event counts as taken when it is on the disk. */
export class LogSink implements AuditSink {
  readonly name = 'log';
  readonly maxBackoff = MAX_BACKOFF_MS;

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
