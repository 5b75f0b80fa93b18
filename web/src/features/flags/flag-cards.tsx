import { type ReactElement, type Ref } from 'react';
import { Time } from '@/components/time';
import { flagsCopy } from '@/copy/flags';
import { FlagByRow } from './by-row/flag-by-row';
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
} from './flag-parts';
import { type RowContext, SelectFlag } from './flag-row';
import { FlagTags } from './flag-tags';
import { RowMenuButton } from './row-menu';

interface FlagCardsProps {
  readonly entries: readonly FlagEntry[];
  readonly columns: readonly Column[];
  readonly context: RowContext;
}

/** The flags on narrow windows: a card each, with what the columns show. */
export function FlagCards({ entries, columns, context }: FlagCardsProps): ReactElement {
  return (
    <ul aria-label={flagsCopy.caption} className="flex flex-col gap-2">
      {entries.map((entry) => (
        <FlagByRow key={entry.key} entry={entry} context={context}>
          {(known, knownContext, ref) => (
            <FlagCard ref={ref} entry={known} columns={columns} context={knownContext} />
          )}
        </FlagByRow>
      ))}
    </ul>
  );
}

function FlagCard({
  entry,
  columns,
  context,
  ref,
}: {
  readonly ref: Ref<HTMLLIElement> | undefined;
  readonly entry: FlagEntry;
  readonly columns: readonly Column[];
  readonly context: RowContext;
}): ReactElement {
  const { flag } = entry;
  const shows = new Set(columns);
  return (
    <li
      ref={ref}
      data-row={entry.key}
      data-selected={context.selected.has(entry.key) ? '' : undefined}
      className="relative flex flex-col gap-2 rounded-card border border-border bg-surface p-3 data-selected:bg-accent-soft"
    >
      <div className="flex items-start gap-2">
        <SelectFlag flagKey={entry.key} context={context} />
        <div className="min-w-0 flex-1">
          <FlagLink flag={flag} />
          <FlagSummary flag={flag} />
        </div>
        <FlagHealth entry={entry} />
        <div className="relative z-1">
          <RowMenuButton flag={flag} handle={context.menu} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FlagState entry={entry} state={context.state} />
        {shows.has('type') && <FlagTypeLabel flag={flag} />}
        {shows.has('audience') && <FlagAudience entry={entry} state={context.state} />}
        {shows.has('targeting') && <FlagTargeting entry={entry} state={context.state} />}
        {shows.has('updated') && <Time timestamp={entry.updatedAt} className="relative z-1 text-muted" />}
      </div>
      {shows.has('tags') && <FlagTags tags={entry.tags} onTag={context.onTag} />}
    </li>
  );
}
