import { targetingCopy as copy } from '@/copy/targeting';
import { type SegmentChoice } from '@/lib/model';
import * as z from '@/lib/zod';

/** What a new rule or rollout begins with. */
export const noSegments: SegmentChoice = { segmentKeys: [], segmentOperator: 'OR_SEGMENT_OPERATOR' };

/** Reads segments and their operator from a draft. */
export const choiceSchema: z.ZodMiniType<SegmentChoice> = z.object({
  segmentKeys: z.array(z.string()),
  segmentOperator: z.enum(['OR_SEGMENT_OPERATOR', 'AND_SEGMENT_OPERATOR']),
});

/** The segments of a rule or rollout in words, as in `Any of beta, staff`; their order says nothing. */
export function choiceText({ segmentKeys, segmentOperator }: SegmentChoice): string {
  const names = segmentKeys.toSorted().join(', ');
  if (segmentKeys.length < 2) return names;
  return `${segmentOperator === 'AND_SEGMENT_OPERATOR' ? copy.allOf : copy.anyOf} ${names}`;
}
