import {
  lazy,
  type ReactElement,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useState,
} from 'react';

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
 * How long the number of rows must stay the same before a short list is whole again, in milliseconds: longer than
 * between two keys.
 */
const REST = 1_000;

/**
 * The body of a long table: only the rows near the window are in the page. So it is at first with what a filter leaves
 * of a long one, because all of its rows at once would hold up who types on. The table needs `aria-rowcount`, and each
 * row `aria-rowindex`, so that screen readers know of the others.
 */
export function VirtualRows<T>({ items, columns, rowHeight, renderRow }: VirtualRowsProps<T>): ReactElement {
  const { length: count } = items;
  const isLong = count >= virtualFrom;
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
  const isWhole = useHasRested(count, wasLong && !isLong);
  if (!wasLong) return <tbody>{items.map(renderRow)}</tbody>;
  return (
    <Suspense fallback={<tbody>{items.slice(0, firstRows).map(renderRow)}</tbody>}>
      <WindowedRows
        count={count}
        columns={columns}
        rowHeight={rowHeight}
        isWhole={isWhole}
        renderRow={(index) => {
          const item = items[index];
          return item === undefined ? null : renderRow(item, index);
        }}
      />
    </Suspense>
  );
}

/** True once the number has been the same for {@link REST}; false where that is not asked. */
function useHasRested(count: number, isAsked: boolean): boolean {
  const [rested, setRested] = useState<number>();
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => {
      startTransition(() => {
        setRested(count);
      });
    }, REST);
    return () => {
      clearTimeout(timer);
    };
  }, [count, isAsked]);
  return isAsked && rested === count;
}
