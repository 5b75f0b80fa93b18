import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { RowLink } from '@/components/list/row-link';
import { NotKnown } from '@/components/not-known';
import { Chip } from '@/components/ui/chip';
import { segmentsCopy as copy } from '@/copy/segments';
import { formatCounted } from '@/lib/numbers';
import { type SegmentEntry } from './segment-entry';

interface SegmentPartProps {
  readonly entry: SegmentEntry;
}

/** The name and key of a segment as the link that fills its row or card. */
export function SegmentLink({ entry: { namespaceKey, key, name } }: SegmentPartProps): ReactElement {
  return <RowLink to={namespacePath(namespaceKey, 'segments', key)} name={name} rowKey={key} />;
}

/** The first line of the description. */
export function SegmentSummary({ entry }: SegmentPartProps): ReactElement {
  const [line = ''] = entry.description.split('\n');
  return <p className="line-clamp-2 text-secondary text-muted">{line}</p>;
}

/** How many flags use it; unused ones are marked. */
export function SegmentUses({
  entry: { usedBy },
  isLoading,
}: SegmentPartProps & { readonly isLoading: boolean }): ReactElement {
  if (usedBy === undefined) return <NotKnown isLoading={isLoading}>{copy.useUnknown}</NotKnown>;
  if (usedBy === 0) return <Chip tone="warn">{copy.unused}</Chip>;
  return <span className="text-muted">{formatCounted(usedBy, copy.flag)}</span>;
}
