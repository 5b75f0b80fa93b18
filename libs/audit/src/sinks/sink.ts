import { type AuditEvent } from '@pennon/domain';

/** Where events are delivered to, one after the other in their order. */
export interface AuditSink {
  /** What it is called, where it is remembered how far it has come. */
  readonly name: string;

  /**
   * Delivers an event; resolves when it was taken.
   *
   * @throws RefusedEventError if the event will never be taken, and RetryLaterError, or anything else, if it may be
   * later.
   */
  deliver(event: AuditEvent, signal: AbortSignal): Promise<void>;

  /** Most milliseconds between two attempts. */
  readonly maxBackoff: number;
}

/** An event will not be taken, however often it is delivered. */
export class RefusedEventError extends Error {
  override readonly name = 'RefusedEventError';
}

/** An event was not taken, and whoever did not take it says when to come again. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError';

  /** @param afterMs In milliseconds. */
  constructor(
    message: string,
    readonly afterMs: number,
  ) {
    super(message);
  }
}
