import { type AuditEvent } from '@pennon/domain';
import { eventMembers } from './event-body';
import { type AuditSink } from './sink';

/** Longest wait after nobody has read on. Milliseconds. */
const MAX_BACKOFF_MS = 15_000;

/** How a line is told from others of the log. */
const MESSAGE = 'AUDIT';

/** Writes events to standard output, one line of JSON each, between the lines of the log. */
export class StandardOutputSink implements AuditSink {
  readonly name = 'log';
  readonly maxBackoff = MAX_BACKOFF_MS;

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
