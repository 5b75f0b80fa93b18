import { type SegmentSelection, selectSegments } from '@pennon/domain';
import { targetingCopy as copy } from '@/copy/targeting';
import * as z from '@/lib/zod';

/** What a new rule or rollout begins with. */
export const noSegments: SegmentSelection = { segmentKeys: [], segmentOperator: 'or' };

/** Reads segments and their operator from a draft. */
export const choiceSchema: z.ZodMiniType<SegmentSelection> = z.object({
  segmentKeys: z.array(z.string()),
  segmentOperator: z.enum(['or', 'and']),
});

/** The segments of a rule or rollout in words, as in `Any of beta, staff`; their order says nothing. */
export function choiceText({ segmentKeys, segmentOperator }: SegmentSelection): string {
  const names = segmentKeys.toSorted().join(', ');
  if (segmentKeys.length < 2) return names;
  return `${segmentOperator === 'and' ? copy.allOf : copy.anyOf} ${names}`;
}

/** The segments as they are saved: a single one has no operator of its own. */
export function selectionOf({ segmentKeys, segmentOperator }: SegmentSelection): SegmentSelection {
  return selectSegments(segmentKeys, segmentOperator);
}
