import { type ReactElement } from 'react';
import { HeaderCell } from '@/components/ui/table';
import { type Sort, type SortColumn } from '@/lib/sort-entries';

interface SortedCellProps {
  readonly column: SortColumn;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly children: string;
}

/** A heading that sorts: first the usual way, then turned round, then no more. */
export function SortedCell({ column, sort, onSort, children }: SortedCellProps): ReactElement {
  const turned: Sort = `-${column}`;
  // Of dates the latest is looked for first.
  const isDate = column === 'updated' || column === 'created';
  const steps: readonly Sort[] = isDate ? [turned, column] : [column, turned];
  const directions = new Map<Sort | undefined, 'ascending' | 'descending'>([
    [column, 'ascending'],
    [turned, 'descending'],
  ]);
  const step = sort === undefined ? -1 : steps.indexOf(sort);
  return (
    <HeaderCell
      priority={isDate ? 'secondary' : 'primary'}
      sorted={directions.get(sort)}
      onSort={() => {
        onSort(steps[step + 1]);
      }}
    >
      {children}
    </HeaderCell>
  );
}
