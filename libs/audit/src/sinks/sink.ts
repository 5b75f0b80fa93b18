import { revisionText, type AuditAction, type AuditEvent } from '@pennon/domain';

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

/** What sinks are told of how it ended. */
export interface Outcome {
  readonly action: AuditAction;
  readonly status: 'success' | 'denied';
}

/**
 * What was done, or tried, and how it ended. A change that was refused goes by what it would have been, as in Flipt;
 * a login has no other word.
 */
export function outcomeOf({ action, after }: Pick<AuditEvent, 'action' | 'after'>): Outcome {
  if (action !== 'refused') return { action, status: 'success' };
  const attempted = after?.attempted as AuditAction | undefined;
  return { action: attempted ?? action, status: 'denied' };
}

/**
 * An event as sinks get it: version 0.2 of Flipt, to which `id` and what follows it are added.
 */
export function eventBody(event: AuditEvent): string {
  return JSON.stringify(eventMembers(event));
}

/** The same, before it is written as JSON. */
export function eventMembers(event: AuditEvent): object {
  const { type, origin, before, after, at, id, position, key } = event;
  const { action, status } = outcomeOf(event);
  const { authentication, ip, email, name, picture } = origin;
  const isRefusedChange = status === 'denied' && type !== 'login';
  const known = Object.entries({ ip, email, name, picture }).filter(([, text]) => text !== '');
  return {
    version: '0.2',
    type,
    action,
    metadata: { actor: { authentication, ...Object.fromEntries(known) } },
    // Nothing has come of what was refused; a login tells where it was.
    payload: isRefusedChange ? null : (after ?? before ?? null),
    timestamp: new Date(at / 1000).toISOString(),
    status,
    ...{ id, position, key },
    namespace_key: event.namespaceKey,
    flag_key: event.flagKey,
    segment_key: event.segmentKey,
    revision: event.revision && revisionText(event.revision),
    before,
    after,
  };
}
