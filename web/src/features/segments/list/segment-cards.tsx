import { type ReactElement } from 'react';
import { commonCopy } from '@/copy/common';
import { matchText } from '../match-text';
import { RowMenu } from './row-menu';
import { SegmentLink, SegmentSummary, SegmentUses } from './segment-parts';
import { type SegmentsViewProps } from './segments-table';

/** The segments on narrow windows: a card each. */
export function SegmentCards({ entries, isIndexLoading, onAsk }: SegmentsViewProps): ReactElement {
  return (
    <ul aria-label={commonCopy.pages.segments} className="flex flex-col gap-2">
      {entries.map((entry) => (
        <li
          key={entry.key}
          data-row={entry.key}
          className="relative flex flex-col gap-2 rounded-card border border-border bg-surface p-3"
        >
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <SegmentLink entry={entry} />
              <SegmentSummary entry={entry} />
            </div>
            <div className="relative z-1">
              <RowMenu segment={entry} onAsk={onAsk} />
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-muted">{matchText(entry)}</span>
            <SegmentUses entry={entry} isLoading={isIndexLoading} />
          </div>
        </li>
      ))}
    </ul>
  );
}
