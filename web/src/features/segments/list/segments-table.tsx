import { type ReactElement } from 'react';
import { type Segment } from '@/api/types';
import { Time } from '@/components/time';
import { Cell, HeaderCell, Row, type SortDirection, Table } from '@/components/ui/table';
import { VirtualRows } from '@/components/virtual-rows';
import { rowHeights } from '@/components/row-heights';
import { usePreferences } from '@/app/preferences';
import { commonCopy } from '@/copy/common';
import { segmentsCopy } from '@/copy/segments';
import { type ListState, type Sort } from './list-state';
import { RowMenu } from './row-menu';
import { type SegmentEntry } from './segment-entry';
import { SegmentLink, SegmentMatches, SegmentSummary, SegmentUses } from './segment-parts';

export interface SegmentsViewProps {
  readonly entries: readonly SegmentEntry[];
  /** The index, which knows what uses them, is on its way. */
  readonly isIndexLoading: boolean;
  readonly onCopy: (segment: Segment) => void;
  readonly onDelete: (segment: Segment) => void;
}

const COLUMNS = 6;

/** The segments on wide windows. */
export function SegmentsTable({
  entries,
  isIndexLoading,
  onCopy,
  onDelete,
  list,
}: SegmentsViewProps & { readonly list: Pick<ListState, 'sort' | 'setSort'> }): ReactElement {
  const copy = segmentsCopy.columns;
  const { density } = usePreferences();
  return (
    <Table caption={commonCopy.pages.segments} aria-rowcount={entries.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <SortedCell first="name" second="-name" list={list}>
            {copy.segment}
          </SortedCell>
          <HeaderCell priority="secondary">{copy.description}</HeaderCell>
          <HeaderCell>{copy.matches}</HeaderCell>
          <HeaderCell>{copy.used}</HeaderCell>
          <SortedCell first="-updated" second="updated" list={list} isSecondary>
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
            <Cell className="whitespace-nowrap">
              <SegmentMatches entry={entry} />
            </Cell>
            <Cell className="whitespace-nowrap">
              <SegmentUses entry={entry} isLoading={isIndexLoading} />
            </Cell>
            <Cell priority="secondary" className="whitespace-nowrap">
              <Time timestamp={entry.updatedAt} className="relative z-1" />
            </Cell>
            <Cell>
              <div className="relative z-1">
                <RowMenu segment={entry} onCopy={onCopy} onDelete={onDelete} />
              </div>
            </Cell>
          </Row>
        )}
      />
    </Table>
  );
}

interface SortedCellProps {
  /** The usual way, and turned round. */
  readonly first: Sort;
  readonly second: Sort;
  readonly list: Pick<ListState, 'sort' | 'setSort'>;
  readonly isSecondary?: boolean;
  readonly children: string;
}

/** A heading that sorts: first the usual way, then turned round, then no more. */
function SortedCell({ first, second, list, isSecondary = false, children }: SortedCellProps): ReactElement {
  const isSorted = list.sort === first || list.sort === second;
  const direction: SortDirection = list.sort?.startsWith('-') === true ? 'descending' : 'ascending';
  return (
    <HeaderCell
      priority={isSecondary ? 'secondary' : 'primary'}
      sorted={isSorted ? direction : undefined}
      onSort={() => {
        list.setSort(list.sort === first ? second : list.sort === second ? undefined : first);
      }}
    >
      {children}
    </HeaderCell>
  );
}
