import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactElement } from 'react';
import { eventsQuery } from '@/api/audit-events';
import { useNamespaceKey } from '@/app/namespace';
import { useTitle } from '@/app/title';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Button } from '@/components/ui/button';
import { activityCopy as copy } from '@/copy/activity';
import { commonCopy } from '@/copy/common';
import { EventFilters } from './event-filters';
import { EventList } from './event-list';
import { useEventFilter } from './use-event-filter';

/** The audit log: of the namespace, or of everything. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.activity);
  const namespaceKey = useNamespaceKey();
  const state = useEventFilter(namespaceKey);
  const client = useQueryClient();
  const { filter, isFiltered, change, clear } = state;
  const clearButton = <Button onClick={clear}>{copy.filters.clear}</Button>;
  return (
    <>
      <PageHeader
        title={commonCopy.pages.activity}
        description={copy.description}
        actions={
          <Button
            icon={<RefreshCw aria-hidden size={16} />}
            onClick={() => {
              // From its beginning: page after page of what has moved on would show gaps.
              void client.resetQueries({ queryKey: eventsQuery(filter).queryKey });
            }}
          >
            {copy.refresh}
          </Button>
        }
      />
      <EventFilters namespaceKey={namespaceKey} state={state} />
      <EventList
        filter={filter}
        onActor={(actor) => {
          change({ actor });
        }}
        empty={
          isFiltered ? (
            <EmptyState title={copy.nothing} action={clearButton} />
          ) : (
            <EmptyState title={copy.empty} />
          )
        }
      />
    </>
  );
}
