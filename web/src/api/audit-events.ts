import { canonicalMetadata } from '@pennon/domain';
import type { pennonAudit } from '@pennon/proto';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';

/** Events of one page. */
const PAGE_SIZE = 50;

/** Which events of the audit log to list; what is undefined leaves none out. */
export interface EventFilter {
  /** Undefined for all namespaces, and for what is in none. */
  readonly namespaceKey: string | undefined;
  readonly flagKey?: string | undefined;
  readonly segmentKey?: string | undefined;
  readonly type?: string | undefined;
  readonly action?: string | undefined;
  /** What the caller is called, letter by letter. */
  readonly actor?: string | undefined;
  /** RFC 3339: events of that moment and later ones. */
  readonly from?: string | undefined;
  /** RFC 3339: events before that moment. */
  readonly to?: string | undefined;
}

/** Something that has happened, as the server wrote it down (pennon/audit.proto). */
export interface AuditEvent {
  readonly id: string;
  /** RFC 3339. */
  readonly timestamp: string;
  readonly type: string;
  readonly action: string;
  readonly key: string;
  /** What it raised the revision of the namespace to; empty for what is in none. */
  readonly revision: string;
  /** Empty for what is in no namespace; so for the flag and the segment. */
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly segmentKey: string;
  readonly actor: {
    /** `token`, `oidc`, …, or `none`. */
    readonly authentication: string;
    /** Empty when nothing is known. */
    readonly displayName: string;
    /** Empty for what no call has caused. */
    readonly ip: string;
  };
  /** JSON; empty for what was not there. */
  readonly before: string;
  /** JSON; empty for what is gone. */
  readonly after: string;
}

interface EventPage {
  readonly events: readonly AuditEvent[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/** The events that a filter means, page by page, the latest first. */
export function eventsQuery(filter: EventFilter) {
  const { namespaceKey, ...others } = filter;
  // A change in a namespace outdates what was read of it, and nothing is fresh of the whole log.
  const place = namespaceKey === undefined ? ['events'] : ['ns', namespaceKey, 'events'];
  return infiniteQueryOptions({
    queryKey: [...place, others],
    staleTime: 0,
    queryFn: ({ signal, pageParam }) => readPage(filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? undefined : nextPageToken),
  });
}

async function readPage(filter: EventFilter, pageToken: string, signal: AbortSignal): Promise<EventPage> {
  const query = {
    ...filter,
    limit: String(PAGE_SIZE),
    pageToken: pageToken === '' ? undefined : pageToken,
  };
  // Who may not see the log may see the rest: nobody is asked to sign in for it.
  const options = { signal, query, refusable: true };
  const { events = [], nextPageToken = '' } = await api.get<pennonAudit.EventListJson>(
    '/audit/v1/events',
    options,
  );
  return { events: events.map(eventOf), nextPageToken };
}

function eventOf(wire: pennonAudit.EventJson): AuditEvent {
  const { id = '', timestamp = '', type = '', action = '', key = '', revision = '' } = wire;
  const { namespaceKey = '', flagKey = '', segmentKey = '', actor = {}, before, after } = wire;
  const { authentication = '', displayName = '', ip = '' } = actor;
  return {
    ...{ id, timestamp, type, action, key, revision, namespaceKey, flagKey, segmentKey },
    actor: { authentication, displayName, ip },
    before: jsonOf(before),
    after: jsonOf(after),
  };
}

/** Keys of metadata come in both spellings; one is enough to read. */
function jsonOf(value: pennonAudit.EventJson['before']): string {
  return value === undefined ? '' : JSON.stringify(canonicalMetadata(value));
}
