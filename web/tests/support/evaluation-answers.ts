import * as z from '@/lib/zod';

/** What the server answers to one evaluation, without ids and times. */
export const evaluationAnswer = z.object({
  flagKey: z.string(),
  match: z.optional(z.boolean()),
  enabled: z.optional(z.boolean()),
  variantKey: z.optional(z.string()),
  variantAttachment: z.optional(z.string()),
  segmentKeys: z.array(z.string()),
  reason: z.string(),
});

/** The same of a batch. */
export const batchAnswer = z.object({
  responses: z.array(
    z.object({
      variantResponse: z.optional(evaluationAnswer),
      booleanResponse: z.optional(evaluationAnswer),
    }),
  ),
});
