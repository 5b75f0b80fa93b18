import { create, type JsonObject as WireObject } from '@bufbuild/protobuf';
import { pennonAudit, timestampOf } from '@pennon/api';
import { type AuditEvent, type JsonObject } from '@pennon/domain';

/** An event on the wire. */
export function presentEvent(event: AuditEvent): pennonAudit.Event {
  const { id, type, action, key, namespaceKey = '', flagKey = '', segmentKey = '', before, after } = event;
  const { authentication, authenticationId, actor, email, name, picture, ip } = event.origin;
  return create(pennonAudit.EventSchema, {
    ...{ id, type, action, key, namespaceKey, flagKey, segmentKey },
    position: BigInt(event.position),
    timestamp: timestampOf(event.at),
    revision: BigInt(event.revision ?? 0),
    actor: { authentication, authenticationId, displayName: actor, email, name, picture, ip },
    ...(before && { before: wireObject(before) }),
    ...(after && { after: wireObject(after) }),
  });
}

/** The token of the page after the first `limit` events that were found; empty when they were not more. */
export function nextEventPage(found: readonly AuditEvent[], limit: number): string {
  const last = found[limit - 1];
  return last === undefined || found.length <= limit ? '' : `${last.position}`;
}

function wireObject(image: JsonObject): WireObject {
  return image as WireObject;
}
