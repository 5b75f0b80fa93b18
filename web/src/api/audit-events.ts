import { canonicalMetadata } from '@pennon/domain';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import { listOf, objectOf, textOf, type WireObject } from './wire';

/** Events of one page. */
const PAGE_SIZE = 50;

/** Which events of the audit log to list; what is undefined leaves none out. */
export interface EventFilter {
  /** Undefined for all namespaces, and for what is in none. */
  readonly namespaceKey: string | undefined;
  readonly flagKey?: string | undefined;
  readonly segmentKey?: string | undefined;
  /** Events of these segments are listed as well. */
  readonly orSegmentKeys?: readonly string[] | undefined;
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
  /** Its place among all events: a whole number. */
  readonly position: string;
  /** RFC 3339. */
  readonly timestamp: string;
  readonly type: string;
  readonly action: string;
  readonly key: string;
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
    queryFn: async ({ signal, pageParam }): Promise<EventPage> => {
      const { orSegmentKeys = [], ...first } = filter;
      const others = orSegmentKeys.map((segmentKey) => ({ ...first, flagKey: undefined, segmentKey }));
      return joinPages(
        await Promise.all([first, ...others].map((each) => readPage(each, pageParam, signal))),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? undefined : nextPageToken),
  });
}

async function readPage(
  filter: Omit<EventFilter, 'orSegmentKeys'>,
  pageToken: string,
  signal: AbortSignal,
): Promise<EventPage> {
  const query = {
    ...filter,
    limit: String(PAGE_SIZE),
    pageToken: pageToken === '' ? undefined : pageToken,
  };
  // Who may not see the log may see the rest: nobody is asked to sign in for it.
  const page = objectOf(await api.get<unknown>('/audit/v1/events', { signal, query, refusable: true }));
  return { events: listOf(page, 'events', eventOf), nextPageToken: textOf(page, 'nextPageToken') };
}

/** Pages of several filters as one. The token of a page is the position of its last event, whatever the filter. */
function joinPages(pages: readonly EventPage[]): EventPage {
  const found = pages
    .flatMap(({ events }) => events)
    .toSorted((left, right) => Number(right.position) - Number(left.position));
  const events = found.slice(0, PAGE_SIZE);
  const isLast = events.length === found.length && pages.every(({ nextPageToken }) => nextPageToken === '');
  return { events, nextPageToken: isLast ? '' : (events.at(-1)?.position ?? '') };
}

function eventOf(wire: unknown): AuditEvent {
  const object = objectOf(wire);
  const actor = objectOf(object.actor);
  return {
    id: textOf(object, 'id'),
    position: textOf(object, 'position'),
    timestamp: textOf(object, 'timestamp'),
    type: textOf(object, 'type'),
    action: textOf(object, 'action'),
    key: textOf(object, 'key'),
    namespaceKey: textOf(object, 'namespaceKey'),
    flagKey: textOf(object, 'flagKey'),
    segmentKey: textOf(object, 'segmentKey'),
    actor: {
      authentication: textOf(actor, 'authentication'),
      displayName: textOf(actor, 'displayName'),
      ip: textOf(actor, 'ip'),
    },
    before: jsonOf(object, 'before'),
    after: jsonOf(object, 'after'),
  };
}

/** Keys of metadata come in both spellings; one is enough to read. */
function jsonOf(object: WireObject, name: string): string {
  const value = object[name];
  return value === undefined || value === null ? '' : JSON.stringify(canonicalMetadata(objectOf(value)));
}
