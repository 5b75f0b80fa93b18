import { useNavigate } from 'react-router';
import { type Segment } from '@/api/types';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { segmentsCopy } from '@/copy/segments';

/** The way to a new segment that begins as a copy of this one. */
export function useDuplicate({ namespaceKey, key }: Pick<Segment, 'namespaceKey' | 'key'>): {
  readonly blocked: string | undefined;
  readonly open: () => void;
} {
  const navigate = useNavigate();
  const blocked = useWriteBlock(segmentsCopy.actions.create);
  const path = `${namespacePath(namespaceKey, 'segments', 'new')}?from=${encodeURIComponent(key)}`;
  return { blocked, open: () => void navigate(path) };
}
