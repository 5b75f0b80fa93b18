import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { capabilitiesQuery } from '@/api/capabilities';
import { namespacePath } from '@/app/namespace';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/ui/link';
import { activityCopy as copy } from '@/copy/activity';
import { EventList } from './event-list';

interface RecordedChangesProps {
  readonly namespaceKey: string;
  readonly flagKey: string;
  /** The event that the address points at. */
  readonly linkedId: string | undefined;
}

/** What the audit log knows of a flag and its parts; nothing where the server keeps none. */
export function RecordedChanges({
  namespaceKey,
  flagKey,
  linkedId,
}: RecordedChangesProps): ReactElement | null {
  const { data: capabilities } = useQuery(capabilitiesQuery());
  if (capabilities?.auditLog !== true) return null;
  const inLog = {
    pathname: namespacePath(namespaceKey, 'activity'),
    search: `?flag=${encodeURIComponent(flagKey)}`,
  };
  return (
    <section aria-labelledby="recorded" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recorded" className="text-section font-semibold">
          {copy.recorded.title}
        </h2>
        <Link to={inLog}>{copy.recorded.all}</Link>
      </div>
      <EventList
        filter={{ namespaceKey, flagKey }}
        linkedId={linkedId}
        empty={<EmptyState title={copy.empty} />}
      />
    </section>
  );
}
