import { useQuery } from '@tanstack/react-query';
import { segmentUsesQuery } from '@/api/segments';
import { segmentsCopy as copy } from '@/copy/segments';
import { useNamespaceIndex, useNamespaceNews } from '@/index';
import { type SegmentUse } from '@/lib/model';

/** The flags among the uses of a segment, each once, in their order. */
export function flagKeysOf(uses: readonly SegmentUse[]): readonly string[] {
  return [...new Set(uses.map(({ flagKey }) => flagKey))];
}

/** Where it is used, as in `Rule 2`. */
export function placeText({ kind, position }: SegmentUse): string {
  return kind === 'rule' ? copy.use.rule(position) : copy.use.rollout(position);
}

/** By what a segment is used: at once what the index knows, which is what decides, and then all of it. */
export function useSegmentUses(
  namespaceKey: string,
  segmentKey: string,
): { readonly uses: readonly SegmentUse[] | undefined; readonly isLoading: boolean } {
  const { index, isLoading } = useNamespaceIndex(namespaceKey);
  const all = useQuery(segmentUsesQuery(namespaceKey, segmentKey));
  useNamespaceNews(namespaceKey, segmentUsesQuery(namespaceKey, segmentKey).queryKey);
  return { uses: all.data ?? index?.usedBy(segmentKey).toSorted(byFlag), isLoading };
}

/** In the order of the server. */
function byFlag({ flagKey: one }: SegmentUse, { flagKey: other }: SegmentUse): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
