import { type ReactElement } from 'react';
import { type ListState } from '@/app/list-state';
import { usePreferences } from '@/app/preferences';
import { SortedCell } from '@/components/list/sorted-cell';
import { HeaderCell, Table } from '@/components/ui/table';
import { VirtualRows } from '@/components/virtual-rows';
import { rowHeights } from '@/components/row-heights';
import { flagsCopy } from '@/copy/flags';
import { FlagByRow } from './by-row/flag-by-row';
import { type Column } from './columns';
import { type FlagEntry } from './flag-entry';
import { FlagRow, type RowContext } from './flag-row';

interface FlagsTableProps {
  readonly entries: readonly FlagEntry[];
  readonly columns: readonly Column[];
  readonly list: Pick<ListState, 'sort' | 'setSort'>;
  readonly context: RowContext;
}

/** Selection, state, flag and actions. */
const FIXED_COLUMNS = 4;

/** The flags on wide windows. */
export function FlagsTable({ entries, columns, list, context }: FlagsTableProps): ReactElement {
  const copy = flagsCopy.columns;
  const { density } = usePreferences();
  return (
    <Table caption={flagsCopy.caption} aria-rowcount={entries.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <HeaderCell className="w-10">
            <span className="sr-only">{copy.select}</span>
          </HeaderCell>
          <HeaderCell className="w-44">{copy.state}</HeaderCell>
          <SortedCell column="name" sort={list.sort} onSort={list.setSort}>
            {copy.flag}
          </SortedCell>
          {columns.map((column) => (
            <ColumnCell key={column} column={column} list={list} />
          ))}
          <HeaderCell className="w-12">
            <span className="sr-only">{copy.actions}</span>
          </HeaderCell>
        </tr>
      </thead>
      <VirtualRows
        items={entries}
        columns={FIXED_COLUMNS + columns.length}
        rowHeight={rowHeights[density]}
        renderRow={(entry, index) => (
          <FlagByRow key={entry.key} entry={entry} context={context}>
            {(known, knownContext, ref) => (
              <FlagRow ref={ref} entry={known} index={index} columns={columns} context={knownContext} />
            )}
          </FlagByRow>
        )}
      />
    </Table>
  );
}

function ColumnCell({
  column,
  list,
}: {
  readonly column: Column;
  readonly list: FlagsTableProps['list'];
}): ReactElement {
  const copy = flagsCopy.columns;
  switch (column) {
    case 'updated':
    case 'created':
      return (
        <SortedCell column={column} sort={list.sort} onSort={list.setSort}>
          {copy[column]}
        </SortedCell>
      );
    case 'type':
    case 'tags':
    case 'targeting':
      return <HeaderCell priority="least">{copy[column]}</HeaderCell>;
    case 'audience':
      return <HeaderCell priority="secondary">{copy[column]}</HeaderCell>;
  }
}
