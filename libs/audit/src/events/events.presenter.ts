import { create, type JsonObject as WireObject } from '@bufbuild/protobuf';
import { pennonAudit, timestampOf } from '@pennon/proto';
import type { AuthenticationConfig, CompatConfig, MethodNames } from '@pennon/config';
import { aliasKey, revisionText, type AuditEvent, type JsonObject } from '@pennon/domain';

type MethodName = MethodNames[keyof MethodNames];

/** Types of events about records of authentication. */
const ofAuthentication: readonly AuditEvent['type'][] = ['token', 'login'];

/**
 * Shows events in the names that answers of the API have: login methods as they are configured, and keys of metadata
 * also as Flipt spells them. What is stored has the names of this version.
 */
export class EventNames {
  private readonly methods: ReadonlyMap<string, MethodName>;
  private readonly fliptAliases: boolean;

  constructor({
    authentication,
    compat,
  }: {
    readonly authentication: Pick<AuthenticationConfig, 'methodNames'>;
    readonly compat: CompatConfig;
  }) {
    this.methods = new Map(Object.entries(authentication.methodNames));
    this.fliptAliases = compat.fliptAliases;
  }

  /** The event as it is shown. */
  readonly show = (event: AuditEvent): AuditEvent => {
    const { type, origin, before, after } = event;
    const shown = { ...event, origin: { ...origin, authentication: this.nameOf(origin.authentication) } };
    if (!ofAuthentication.includes(type)) return shown;
    return { ...shown, before: this.image(type, before), after: this.image(type, after) };
  };

  private image(type: AuditEvent['type'], image: JsonObject | undefined): JsonObject | undefined {
    if (image === undefined) return undefined;
    const entries = Object.entries(image).flatMap(([key, value]) => {
      // A token may have been given a member `provider` that means anything.
      const isMethod = key === 'method' || (key === 'provider' && type === 'login');
      const named = isMethod && typeof value === 'string' ? this.nameOf(value) : value;
      const alias = this.fliptAliases ? aliasKey(key) : undefined;
      return alias === undefined
        ? [[key, named]]
        : [
            [key, named],
            [alias, named],
          ];
    });
    return Object.fromEntries(entries) as JsonObject;
  }

  private nameOf<Name extends string>(name: Name): Name | MethodName {
    return this.methods.get(name) ?? name;
  }
}

/** An event on the wire. */
export function presentEvent(event: AuditEvent): pennonAudit.Event {
  const { id, type, action, key, namespaceKey = '', flagKey = '', segmentKey = '', before, after } = event;
  const { authentication, authenticationId, actor, email, name, picture, ip } = event.origin;
  return create(pennonAudit.EventSchema, {
    ...{ id, type, action, key, namespaceKey, flagKey, segmentKey },
    position: BigInt(event.position),
    timestamp: timestampOf(event.at),
    revision: event.revision === undefined ? '' : revisionText(event.revision),
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
