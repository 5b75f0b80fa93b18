import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

export type SortDirection = 'ascending' | 'descending';

interface TableProps extends ComponentProps<'table'> {
  /** What the table shows, for those who do not see the heading above it. */
  readonly caption: string;
}

/** A table in a frame; it scrolls sideways by itself where it does not fit. */
export function Table({ caption, className, children, ...rest }: TableProps): ReactElement {
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-border bg-surface"
    >
      <table {...rest} className={classes('w-full border-collapse text-start', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  );
}

/**
 * When a column shows: secondary ones leave where the page has less room than on 1024 px beside the open sidebar, the
 * least where it has less than on 1280 px.
 */
export type ColumnPriority = 'primary' | 'secondary' | 'least';

const priorities: Record<ColumnPriority, string | false> = {
  primary: false,
  secondary: '@max-[45rem]/main:hidden',
  least: '@max-[62rem]/main:hidden',
};

interface CellOptions {
  readonly align?: 'start' | 'end';
  readonly priority?: ColumnPriority;
}

interface HeaderCellProps extends CellOptions, Omit<ComponentProps<'th'>, 'align'> {
  /** How the rows are sorted by this column; undefined when by another one. */
  readonly sorted?: SortDirection | undefined;
  /** Makes the heading a button that sorts. */
  readonly onSort?: () => void;
  readonly children: ReactNode;
}

/** The heading of a column. */
export function HeaderCell({
  align = 'start',
  priority = 'primary',
  sorted,
  onSort,
  className,
  children,
  ...rest
}: HeaderCellProps): ReactElement {
  const Arrow = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={onSort === undefined ? undefined : (sorted ?? 'none')}
      className={classes(
        'h-9 border-b border-border px-3 text-caption font-medium whitespace-nowrap text-muted first:ps-4 last:pe-4',
        align === 'end' ? 'text-end' : 'text-start',
        priorities[priority],
        className,
      )}
    >
      {onSort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1.5 inline-flex h-7 items-center gap-1 rounded-control px-1.5 hover:bg-sunken hover:text-text"
        >
          {children}
          <Arrow aria-hidden size={14} className={sorted === undefined ? 'text-faint' : 'text-accent'} />
        </button>
      )}
    </th>
  );
}

interface RowProps extends ComponentProps<'tr'> {
  readonly selected?: boolean;
}

/** A row of the body. */
export function Row({ selected, className, ...rest }: RowProps): ReactElement {
  return (
    <tr
      {...rest}
      data-selected={selected === true ? '' : undefined}
      className={classes(
        'group/row border-b border-border last:border-b-0 hover:bg-sunken data-selected:bg-accent-soft',
        className,
      )}
    />
  );
}

interface CellProps extends CellOptions, Omit<ComponentProps<'td'>, 'align'> {
  /** Digits that line up. */
  readonly numeric?: boolean;
}

/** One value of a row. */
export function Cell({
  align,
  priority = 'primary',
  numeric = false,
  className,
  ...rest
}: CellProps): ReactElement {
  return (
    <td
      {...rest}
      className={classes(
        'h-row px-3 py-(--row-padding) align-middle first:ps-4 last:pe-4',
        (align ?? (numeric ? 'end' : 'start')) === 'end' && 'text-end',
        numeric && 'tabular',
        priorities[priority],
        className,
      )}
    />
  );
}
