import { useNavigate } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { segmentsCopy } from '@/copy/segments';
import { type Segment } from '@/lib/model';

type SegmentName = Pick<Segment, 'namespaceKey' | 'key'>;

/** Where a new segment begins as a copy of this one. */
export function duplicatePath({ namespaceKey, key }: SegmentName): string {
  return `${namespacePath(namespaceKey, 'segments', 'new')}?from=${encodeURIComponent(key)}`;
}

/** The way to a new segment that begins as a copy of this one. */
export function useDuplicate(segment: SegmentName): {
  readonly blocked: string | undefined;
  readonly open: () => void;
} {
  const navigate = useNavigate();
  const blocked = useWriteBlock(segmentsCopy.actions.create);
  return { blocked, open: () => void navigate(duplicatePath(segment)) };
}
