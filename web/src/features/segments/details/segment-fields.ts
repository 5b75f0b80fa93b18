import * as z from '@/lib/zod';

/** Any of the fields of a segment, as a draft keeps them. */
export const segmentFields = z.object({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  matchType: z.exactOptional(z.enum(['all', 'any'])),
});
