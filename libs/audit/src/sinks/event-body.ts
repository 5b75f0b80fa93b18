import { type AuditEvent } from '@pennon/domain';

/**
 * An event as sinks get it: version 0.2 of the contract, to which `id` and what follows it are added.
 * Source: contract/operations.md 9.1, 12.2 (18).
 */
export function eventBody(event: AuditEvent): string {
  return JSON.stringify(eventMembers(event));
}

/** The same, before it is written as JSON. */
export function eventMembers(event: AuditEvent): object {
  const { type, action, origin, before, after, at, id, position, key } = event;
  const { authentication, ip, email, name, picture } = origin;
  const known = Object.entries({ ip, email, name, picture }).filter(([, text]) => text !== '');
  return {
    version: '0.2',
    type,
    action,
    metadata: { actor: { authentication, ...Object.fromEntries(known) } },
    payload: after ?? before ?? null,
    timestamp: new Date(at / 1000).toISOString(),
    status: action === 'refused' ? 'denied' : 'success',
    ...{ id, position, key },
    namespace_key: event.namespaceKey,
    flag_key: event.flagKey,
    segment_key: event.segmentKey,
    revision: event.revision,
    before,
    after,
  };
}
