import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { capabilitiesQuery } from '@/api/capabilities';
import { namespacePath } from '@/app/namespace';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { activityCopy as copy } from '@/copy/activity';
import { type FlagContents } from '@/lib/model';
import { usedSegmentKeys } from '@/lib/used-segment-keys';
import { EventFilters } from './event-filters';
import { EventList } from './event-list';
import { RestoreVersions } from './restore-versions';
import { useEventFilter } from './use-event-filter';
import { useVersionScene } from './use-version-scene';

interface RecordedChangesProps {
  /** Undefined until that is there: what the flag uses decides what is listed. */
  readonly contents: FlagContents | undefined;
  /** The event that the address points at. */
  readonly linkedId: string | undefined;
}

/**
 * What the audit log knows of a flag, its parts and the segments that it uses, with the way back; nothing where the
 * server keeps none.
 */
export function RecordedChanges({ contents, linkedId }: RecordedChangesProps): ReactElement | null {
  const { data: capabilities } = useQuery(capabilitiesQuery());
  if (capabilities?.auditLog !== true || contents === undefined) return null;
  return <Recorded contents={contents} linkedId={linkedId} />;
}

function Recorded({
  contents,
  linkedId,
}: RecordedChangesProps & { readonly contents: FlagContents }): ReactElement {
  const { namespaceKey, key: flagKey } = contents.flag;
  const state = useEventFilter(namespaceKey);
  const scene = useVersionScene(contents);
  const { filter, isFiltered, change, clear } = state;
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
      <EventFilters namespaceKey={namespaceKey} state={state} isOfFlag />
      <EventList
        linkedId={linkedId}
        filter={{
          ...filter,
          namespaceKey,
          flagKey,
          segmentKey: undefined,
          orSegmentKeys: usedSegmentKeys(contents),
        }}
        onActor={(actor) => {
          change({ actor });
        }}
        empty={
          isFiltered ? (
            <EmptyState title={copy.nothing} action={<Button onClick={clear}>{copy.filters.clear}</Button>} />
          ) : (
            <EmptyState title={copy.empty} />
          )
        }
        renderActions={(event) => scene && <RestoreVersions event={event} scene={scene} />}
      />
    </section>
  );
}
