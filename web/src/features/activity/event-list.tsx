import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode } from 'react';
import { type EventFilter, eventsQuery } from '@/api/audit-events';
import { isRefusal } from '@/api/session';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { activityCopy as copy } from '@/copy/activity';
import { formatCounted } from '@/lib/numbers';
import { EventEntry } from './event-entry';

interface EventListProps {
  readonly filter: EventFilter;
  /** Shown when there is none. */
  readonly empty: ReactNode;
  /** Lists what somebody did. */
  readonly onActor: (actor: string) => void;
}

/** Events of the audit log, the latest first, and older ones when they are asked for. */
export function EventList({ filter, empty, onActor }: EventListProps): ReactElement {
  const query = useInfiniteQuery(eventsQuery(filter));
  const { data, hasNextPage, fetchNextPage } = query;
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <DataState
      query={query}
      what={copy.what}
      renderError={refusedState}
      isEmpty={({ pages }) => pages.every(({ events }) => events.length === 0)}
      empty={empty}
    >
      {() => (
        <div className="flex flex-col items-start gap-3">
          <p role="status" className="text-secondary text-muted">
            {copy.shown(formatCounted(events.length, 'event'))}
          </p>
          <ol
            aria-label={copy.list}
            className="w-full divide-y divide-border rounded-card border border-border bg-surface"
          >
            {events.map((event) => (
              <EventEntry key={event.id} event={event} onActor={onActor} />
            ))}
          </ol>
          {hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {copy.older}
            </Button>
          )}
        </div>
      )}
    </DataState>
  );
}

/** Stands for the list where the server does not let the caller see it. */
function refusedState(error: Error): ReactElement | undefined {
  if (!isRefusal(error)) return undefined;
  return <EmptyState title={copy.refused} description={copy.refusedText} />;
}
