import { type ReactElement } from 'react';
import { type ListState } from '@/app/list-state';
import { usePreferences } from '@/app/preferences';
import { SortedCell } from '@/components/list/sorted-cell';
import { rowHeights } from '@/components/row-heights';
import { Time } from '@/components/time';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { VirtualRows } from '@/components/virtual-rows';
import { commonCopy } from '@/copy/common';
import { segmentsCopy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { type Deed } from '../deeds';
import { matchText } from '../match-text';
import { RowMenu } from './row-menu';
import { type SegmentEntry } from './segment-entry';
import { SegmentLink, SegmentSummary, SegmentUses } from './segment-parts';

export interface SegmentsViewProps {
  readonly entries: readonly SegmentEntry[];
  /** The index, which knows what uses them, is on its way. */
  readonly isIndexLoading: boolean;
  readonly onAsk: (deed: Deed, segment: Segment) => void;
}

const COLUMNS = 6;

/** The segments on wide windows. */
export function SegmentsTable({
  entries,
  isIndexLoading,
  onAsk,
  list,
}: SegmentsViewProps & { readonly list: Pick<ListState, 'sort' | 'setSort'> }): ReactElement {
  const copy = segmentsCopy.columns;
  const { density } = usePreferences();
  return (
    <Table caption={commonCopy.pages.segments} aria-rowcount={entries.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <SortedCell column="name" sort={list.sort} onSort={list.setSort}>
            {copy.segment}
          </SortedCell>
          <HeaderCell priority="secondary">{copy.description}</HeaderCell>
          <HeaderCell>{copy.matches}</HeaderCell>
          <HeaderCell>{copy.used}</HeaderCell>
          <SortedCell column="updated" sort={list.sort} onSort={list.setSort}>
            {copy.updated}
          </SortedCell>
          <HeaderCell className="w-12">
            <span className="sr-only">{copy.actions}</span>
          </HeaderCell>
        </tr>
      </thead>
      <VirtualRows
        items={entries}
        columns={COLUMNS}
        rowHeight={rowHeights[density]}
        renderRow={(entry, index) => (
          <Row key={entry.key} aria-rowindex={index + 2} data-row={entry.key} className="relative">
            <Cell className="min-w-48">
              <SegmentLink entry={entry} />
            </Cell>
            <Cell priority="secondary" className="max-w-80">
              <SegmentSummary entry={entry} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">{matchText(entry)}</Cell>
            <Cell className="whitespace-nowrap">
              <SegmentUses entry={entry} isLoading={isIndexLoading} />
            </Cell>
            <Cell priority="secondary" className="whitespace-nowrap">
              <Time timestamp={entry.updatedAt} className="relative z-1" />
            </Cell>
            <Cell>
              <div className="relative z-1">
                <RowMenu segment={entry} onAsk={onAsk} />
              </div>
            </Cell>
          </Row>
        )}
      />
    </Table>
  );
}
