import { type AuditAction, type AuditEvent } from '@pennon/domain';

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
