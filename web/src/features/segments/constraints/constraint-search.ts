import * as z from '@/lib/zod';

/** The drawer that the address asks for: `new`, or the id of a constraint. */
export const constraintSearch = z.object({ constraint: z.optional(z.string()) });
