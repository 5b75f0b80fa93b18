import { type AuditEvent } from '@pennon/domain';
import { outcomeOf } from './outcome';

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
    revision: event.revision,
    before,
    after,
  };
}
