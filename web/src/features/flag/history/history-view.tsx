import { segmentsUsedBy } from '@pennon/state';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { flagRevisionsQuery } from '@/api/revisions';
import { isRefusal } from '@/api/session';
import { namespacePath } from '@/app/namespace';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { historyCopy as copy } from '@/copy/history';
import { useFlagOutlet } from '../flag-outlet';
import { useFlagContents } from '../use-flag-contents';
import { RevisionEntry } from './revision-entry';

/**
 * The revisions that changed the flag, the latest first, each with the ways back. The address may point at one: older
 * ones are asked for until it is there.
 */
export function Component(): ReactElement {
  const { namespaceKey, flag } = useFlagOutlet();
  const query = useInfiniteQuery(flagRevisionsQuery(namespaceKey, flag.key));
  const { data, hasNextPage, isFetching, isError, isFetchingNextPage, fetchNextPage } = query;
  const revisions = data?.pages.flatMap((page) => page.revisions) ?? [];
  const [search] = useSearchParams();
  const linked = search.get('revision');
  const isMissing = linked !== null && revisions.every(({ revision }) => revision !== linked);
  const isSought = isMissing && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isSought) void fetchNextPage();
  }, [isSought, fetchNextPage]);
  const inLog = {
    pathname: namespacePath(namespaceKey, 'activity'),
    search: `?flag=${encodeURIComponent(flag.key)}`,
  };
  return (
    <section aria-labelledby="history" className="flex max-w-[55rem] flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="history" className="text-section font-semibold">
          {copy.title}
        </h2>
        <Link to={inLog}>{copy.inLog}</Link>
      </div>
      <SegmentLinks />
      <DataState
        query={query}
        what={copy.what}
        renderError={refusedState}
        isEmpty={({ pages }) => pages.every((page) => page.revisions.length === 0)}
        empty={<EmptyState title={copy.empty} />}
      >
        {() => (
          <div className="flex flex-col items-start gap-3">
            {isMissing && !hasNextPage && <p role="status">{copy.linkedMissing}</p>}
            <ol
              aria-label={copy.list}
              className="w-full divide-y divide-border rounded-card border border-border bg-surface"
            >
              {revisions.map((revision, index) => (
                <RevisionEntry
                  key={revision.revision}
                  flag={flag}
                  revision={revision}
                  isLatest={index === 0}
                  isLinked={revision.revision === linked}
                />
              ))}
            </ol>
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {copy.older}
              </Button>
            )}
          </div>
        )}
      </DataState>
    </section>
  );
}

/** Where changes of the segments are that decide who gets what: they have a history of their own. */
function SegmentLinks(): ReactElement | null {
  const { namespaceKey, flag } = useFlagOutlet();
  const contents = useFlagContents(flag);
  const keys = contents === undefined ? [] : segmentsUsedBy(contents);
  if (keys.length === 0) return null;
  const pathname = namespacePath(namespaceKey, 'activity');
  return (
    <p className="flex flex-wrap gap-x-2 text-secondary text-muted">
      {copy.segments}
      {keys.map((key) => (
        <Link key={key} inText to={{ pathname, search: `?segment=${encodeURIComponent(key)}` }}>
          {key}
        </Link>
      ))}
    </p>
  );
}

/** Stands for the list where the server does not let the caller see it. */
function refusedState(error: Error): ReactElement | undefined {
  if (!isRefusal(error)) return undefined;
  return <EmptyState title={copy.refused} description={copy.refusedText} />;
}
