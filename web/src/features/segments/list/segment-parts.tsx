import { type ReactElement } from 'react';
import { Link } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { Chip } from '@/components/ui/chip';
import { Skeleton } from '@/components/ui/skeleton';
import { segmentsCopy as copy } from '@/copy/segments';
import { formatCounted } from '@/lib/numbers';
import { matchText } from '../match-text';
import { type SegmentEntry } from './segment-entry';

interface SegmentPartProps {
  readonly entry: SegmentEntry;
}

/**
 * The name and key of a segment as the link that fills its whole row or card: that has to be `relative`, and what else
 * can be used in it has to lie above.
 */
export function SegmentLink({ entry }: SegmentPartProps): ReactElement {
  return (
    <Link
      to={namespacePath(entry.namespaceKey, 'segments', entry.key)}
      data-row-link={entry.key}
      className="block min-w-0 rounded-control after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      <span className="block font-medium break-words">{entry.name}</span>{' '}
      <code className="block break-all text-muted">{entry.key}</code>
    </Link>
  );
}

/** The first line of the description. */
export function SegmentSummary({ entry }: SegmentPartProps): ReactElement {
  const [line = ''] = entry.description.split('\n');
  return <p className="line-clamp-2 text-secondary text-muted">{line}</p>;
}

/** Whom it holds, as in `All of 3 constraints`. */
export function SegmentMatches({ entry }: SegmentPartProps): ReactElement {
  return <span className="text-muted">{matchText(entry)}</span>;
}

/** How many flags use it; unused ones are marked. */
export function SegmentUses({
  entry,
  isLoading,
}: SegmentPartProps & { readonly isLoading: boolean }): ReactElement {
  if (entry.usedBy === 0) return <Chip tone="warn">{copy.unused}</Chip>;
  if (entry.usedBy !== undefined) {
    return <span className="text-muted">{formatCounted(entry.usedBy, copy.flag)}</span>;
  }
  if (isLoading) return <Skeleton className="w-16" />;
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{copy.useUnknown}</span>
    </span>
  );
}
