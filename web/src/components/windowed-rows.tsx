import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface WindowedRowsProps {
  readonly count: number;
  readonly columns: number;
  /** In pixels. */
  readonly rowHeight: number;
  /** Shows all of them, and not only those near the window. */
  readonly isWhole: boolean;
  readonly renderRow: (index: number) => ReactNode;
}

/** How many rows stand ready above and below the window: more of them make every step of scrolling slower. */
const OVERSCAN = 4;

/** The rows near the window, with room for the others above and below; see `VirtualRows`. */
export function WindowedRows({
  count,
  columns,
  rowHeight,
  isWhole,
  renderRow,
}: WindowedRowsProps): ReactElement {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (body.current === null) return;
    setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoizes what it returns
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: isWhole ? count : OVERSCAN,
    scrollMargin,
  });
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <tbody ref={body}>
      <Room height={before} columns={columns} />
      {shown.map(({ index }) => renderRow(index))}
      <Room height={after} columns={columns} />
    </tbody>
  );
}

function Room({
  height,
  columns,
}: {
  readonly height: number;
  readonly columns: number;
}): ReactElement | null {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} className="p-0" />
    </tr>
  );
}
