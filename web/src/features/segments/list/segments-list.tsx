import { type ReactElement, useMemo, useRef, useState } from 'react';
import { useCopyText } from '@/app/copy-text';
import { useListState } from '@/app/list-state';
import { useRowKeys } from '@/app/row-keys';
import { useTypedText } from '@/app/typed-text';
import { FoundList } from '@/components/list/found-list';
import { useFound } from '@/components/list/use-found';
import { useIsNarrow } from '@/components/media';
import { segmentsCopy as copy } from '@/copy/segments';
import { useNamespaceIndex } from '@/index';
import { type Segment } from '@/lib/model';
import { readSegmentQuery } from '@/lib/query-language';
import { type Deed, DeedDialog } from '../deeds';
import { propertiesOf } from '../properties-of';
import { SegmentCards } from './segment-cards';
import { entriesOf } from './segment-entry';
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
  const [asked, setAsked] = useState<{ readonly deed: Deed; readonly segment: Segment }>();
  const entries = useMemo(() => entriesOf(segments, index), [segments, index]);
  const properties = useMemo(() => propertiesOf(segments), [segments]);
  const { filter, found } = useFound(entries, list.sort, query.text, readSegmentQuery);
  const { holder } = useRowKeys({ search, onCopyKey: useCopyText(), words: copy.shortcuts });
  const view = {
    entries: found,
    isIndexLoading: isLoading,
    onAsk: (deed: Deed, segment: Segment): void => {
      setAsked({ deed, segment });
    },
  };
  return (
    <>
      <SegmentsToolbar search={search} query={query} properties={properties} list={list} />
      <FoundList
        filter={filter}
        text={query.text}
        onChange={query.set}
        found={found.length}
        all={segments.length}
        words={copy.list}
      >
        <div {...holder}>
          {isNarrow ? <SegmentCards {...view} /> : <SegmentsTable {...view} list={list} />}
        </div>
      </FoundList>
      {asked !== undefined && (
        <DeedDialog
          {...asked}
          onClose={() => {
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}
