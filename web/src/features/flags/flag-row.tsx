import { memo, type ReactElement, type Ref } from 'react';
import { Time } from '@/components/time';
import { Checkbox } from '@/components/ui/checkbox';
import { type MenuHandle } from '@/components/ui/menu';
import { Cell, Row } from '@/components/ui/table';
import { flagsCopy as copy } from '@/copy/flags';
import { type Flag } from '@/lib/model';
import { type Column } from './columns';
import { type FlagEntry } from './flag-entry';
import {
  FlagAudience,
  FlagHealth,
  FlagLink,
  FlagState,
  FlagSummary,
  FlagTargeting,
  FlagTypeLabel,
  type IndexState,
} from './flag-parts';
import { FlagTags } from './flag-tags';
import { RowMenuButton } from './row-menu';

/** What all rows and cards share; it must not change while they need not. */
export interface RowContext {
  readonly state: IndexState;
  readonly selected: ReadonlySet<string>;
  /** `isRange` takes everything since the last one along. */
  readonly onSelect: (key: string, isSelected: boolean, isRange: boolean) => void;
  readonly onTag: (tag: string) => void;
  /** The menu of each, which is one. */
  readonly menu: MenuHandle<Flag>;
}

interface FlagRowProps {
  readonly entry: FlagEntry;
  /** From 0, among those that are listed. */
  readonly index: number;
  readonly columns: readonly Column[];
  readonly context: RowContext;
  readonly ref?: Ref<HTMLTableRowElement> | undefined;
}

/** One flag in the table. */
export const FlagRow = memo(function FlagRow({
  entry,
  index,
  columns,
  context,
  ref,
}: FlagRowProps): ReactElement {
  const { flag, key } = entry;
  const isSelected = context.selected.has(key);
  return (
    <Row ref={ref} aria-rowindex={index + 2} data-row={key} selected={isSelected} className="relative">
      <Cell>
        <SelectFlag flagKey={key} context={context} />
      </Cell>
      <Cell>
        <FlagState entry={entry} state={context.state} />
      </Cell>
      <Cell className="min-w-48">
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <FlagLink flag={flag} />
            <FlagSummary flag={flag} />
          </div>
          <FlagHealth entry={entry} />
        </div>
      </Cell>
      {columns.map((column) => (
        <ColumnCell key={column} column={column} entry={entry} context={context} />
      ))}
      <Cell>
        <div className="relative z-1">
          <RowMenuButton flag={flag} handle={context.menu} />
        </div>
      </Cell>
    </Row>
  );
});

/** The box of a flag; with Shift it takes those between along. */
export function SelectFlag({
  flagKey,
  context,
}: {
  readonly flagKey: string;
  readonly context: RowContext;
}): ReactElement {
  return (
    <div className="relative z-1 w-fit">
      <Checkbox
        label={copy.row.select(flagKey)}
        hideLabel
        checked={context.selected.has(flagKey)}
        onChange={(isChecked, isRange) => {
          context.onSelect(flagKey, isChecked, isRange);
        }}
      />
    </div>
  );
}

function ColumnCell({
  column,
  entry,
  context,
}: {
  readonly column: Column;
  readonly entry: FlagEntry;
  readonly context: RowContext;
}): ReactElement {
  switch (column) {
    case 'type':
      return (
        <Cell priority="least">
          <FlagTypeLabel flag={entry.flag} />
        </Cell>
      );
    case 'audience':
      return (
        <Cell priority="secondary">
          <FlagAudience entry={entry} state={context.state} />
        </Cell>
      );
    case 'targeting':
      return (
        <Cell priority="least">
          <FlagTargeting entry={entry} state={context.state} />
        </Cell>
      );
    case 'tags':
      return (
        <Cell priority="least">
          <FlagTags tags={entry.tags} onTag={context.onTag} />
        </Cell>
      );
    case 'updated':
      return (
        <Cell priority="secondary" className="whitespace-nowrap">
          <Time timestamp={entry.updatedAt} className="relative z-1" />
          {entry.updatedBy !== undefined && (
            <span className="block max-w-40 truncate text-caption text-muted" title={entry.updatedBy}>
              {copy.updatedBy(entry.updatedBy)}
            </span>
          )}
        </Cell>
      );
    case 'created':
      return (
        <Cell priority="secondary" className="whitespace-nowrap">
          <Time timestamp={entry.createdAt} className="relative z-1" />
        </Cell>
      );
  }
}
