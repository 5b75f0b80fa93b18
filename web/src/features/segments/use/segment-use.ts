import { segmentsCopy as copy } from '@/copy/segments';
import { useNamespaceIndex, type SegmentUse } from '@/index';

/** The flags among the uses of a segment, each once, in their order. */
export function flagKeysOf(uses: readonly SegmentUse[]): readonly string[] {
  return [...new Set(uses.map(({ flagKey }) => flagKey))];
}

/** Where it is used, as in `Rule 2`. */
export function placeText({ kind, position }: SegmentUse): string {
  return kind === 'rule' ? copy.use.rule(position) : copy.use.rollout(position);
}

/** By what a segment is used, from the index; undefined while that is not there. */
export function useSegmentUses(
  namespaceKey: string,
  segmentKey: string,
): { readonly uses: readonly SegmentUse[] | undefined; readonly isLoading: boolean } {
  const { index, isLoading } = useNamespaceIndex(namespaceKey);
  return { uses: index?.usedBy(segmentKey), isLoading };
}
