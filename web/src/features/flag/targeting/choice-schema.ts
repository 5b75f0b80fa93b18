import { type SegmentChoice } from '@/lib/model';
import * as z from '@/lib/zod';

/** Reads segments and their operator from a draft. */
export const choiceSchema: z.ZodMiniType<SegmentChoice> = z.object({
  segmentKeys: z.array(z.string()),
  segmentOperator: z.enum(['OR_SEGMENT_OPERATOR', 'AND_SEGMENT_OPERATOR']),
});
