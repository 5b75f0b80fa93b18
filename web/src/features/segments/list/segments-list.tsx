import { type ReactElement, useDeferredValue, useMemo, useRef, useState } from 'react';
import { type Segment } from '@/api/types';
import { useCopyText } from '@/app/copy-text';
import { useRowKeys } from '@/app/row-keys';
import { useTypedText } from '@/app/typed-text';
import { EmptyState } from '@/components/empty-state';
import { FilterChips } from '@/components/filter-chips';
import { useIsNarrow } from '@/components/media';
import { Button } from '@/components/ui/button';
import { segmentsCopy as copy } from '@/copy/segments';
import { CopyToNamespaceDialog } from '@/features/compare';
import { useNamespaceIndex } from '@/index';
import { formatCount } from '@/lib/numbers';
import { readSegmentQuery, search as searchEntries } from '@/lib/query-language';
import { DeleteSegmentDialog } from '../header/delete-segment-dialog';
import { propertiesOf } from '../properties-of';
import { useListState } from './list-state';
import { entriesOf, sortEntries } from './segment-entry';
import { SegmentCards } from './segment-cards';
import { SegmentsTable } from './segments-table';
import { SegmentsToolbar } from './segments-toolbar';

interface SegmentsListProps {
  readonly namespaceKey: string;
  readonly segments: readonly Segment[];
}

/** The segments that the address asks for, as a table or as cards. */
export function SegmentsList({ namespaceKey, segments }: SegmentsListProps): ReactElement {
  const list = useListState();
  const query = useTypedText(list.query, list.setQuery);
  const { index, isLoading } = useNamespaceIndex(namespaceKey);
  const isNarrow = useIsNarrow();
  const search = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<Segment>();
  const [deleting, setDeleting] = useState<Segment>();
  const [openedAt] = useState(() => Date.now());

  const entries = useMemo(
    () => sortEntries(entriesOf(segments, index), list.sort),
    [segments, index, list.sort],
  );
  const properties = useMemo(() => propertiesOf(segments), [segments]);
  const wanted = useDeferredValue(query.text);
  const filter = useMemo(() => readSegmentQuery(wanted, openedAt), [wanted, openedAt]);
  // An order that was asked for comes before how well segments fit.
  const found = useMemo(
    () =>
      list.sort === undefined
        ? searchEntries(entries, filter)
        : entries.filter((entry) => filter.matches(entry)),
    [entries, filter, list.sort],
  );

  const copyText = useCopyText();
  const { holder } = useRowKeys({ search, onCopyKey: copyText, words: copy.shortcuts });

  const view = { entries: found, isIndexLoading: isLoading, onCopy: setCopying, onDelete: setDeleting };
  return (
    <>
      <SegmentsToolbar search={search} query={query} properties={properties} list={list} />
      <FilterChips filter={filter} text={query.text} onChange={query.set} unknownText={copy.notUnderstood} />
      <p role="status" className={found.length === segments.length ? 'sr-only' : 'pb-2 text-muted'}>
        {copy.count.found(formatCount(found.length), formatCount(segments.length))}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={copy.empty.noMatch}
          action={
            <Button
              onClick={() => {
                query.set('');
              }}
            >
              {copy.empty.clear}
            </Button>
          }
        />
      ) : (
        <div {...holder}>
          {isNarrow ? <SegmentCards {...view} /> : <SegmentsTable {...view} list={list} />}
        </div>
      )}
      {copying !== undefined && (
        <CopyToNamespaceDialog
          open
          namespaceKey={namespaceKey}
          segmentKeys={[copying.key]}
          onClose={() => {
            setCopying(undefined);
          }}
        />
      )}
      {deleting !== undefined && (
        <DeleteSegmentDialog
          segment={deleting}
          onClose={() => {
            setDeleting(undefined);
          }}
        />
      )}
    </>
  );
}
