import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';

interface VirtualRowsProps<T> {
  readonly items: readonly T[];
  /** How many columns the table has: the room above and below the shown rows spans them. */
  readonly columns: number;
  /** In pixels, as an estimate; rows are measured by nothing, so all must be of one height. */
  readonly rowHeight: number;
  readonly renderRow: (item: T, index: number) => ReactNode;
}

/** Below this number all rows are rendered: the browser's own search and print then find them all. */
const virtualFrom = 200;

/** How many rows stand in while the rest is on its way: more than a window shows. */
const firstRows = 50;

const WindowedRows = lazy(async () => ({ default: (await import('./windowed-rows')).WindowedRows }));

/**
 * The body of a long table: only the rows near the window are in the page. The table needs `aria-rowcount`, and each
 * row `aria-rowindex`, so that screen readers know of the others.
 */
export function VirtualRows<T>({ items, columns, rowHeight, renderRow }: VirtualRowsProps<T>): ReactElement {
  if (items.length < virtualFrom) return <tbody>{items.map(renderRow)}</tbody>;
  return (
    <Suspense fallback={<tbody>{items.slice(0, firstRows).map(renderRow)}</tbody>}>
      <WindowedRows
        count={items.length}
        columns={columns}
        rowHeight={rowHeight}
        renderRow={(index) => {
          const item = items[index];
          return item === undefined ? null : renderRow(item, index);
        }}
      />
    </Suspense>
  );
}
