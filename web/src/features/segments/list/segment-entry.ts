import { type NamespaceIndex } from '@/index';
import { type Segment } from '@/lib/model';
import { flagKeysOf } from '../use/segment-use';

/** A segment of the list, and how many flags use it; undefined while the index is not there. */
export interface SegmentEntry extends Segment {
  readonly usedBy: number | undefined;
}

export function entriesOf(
  segments: readonly Segment[],
  index: NamespaceIndex | undefined,
): readonly SegmentEntry[] {
  return segments.map((segment) => ({
    ...segment,
    usedBy: index && flagKeysOf(index.usedBy(segment.key)).length,
  }));
}
