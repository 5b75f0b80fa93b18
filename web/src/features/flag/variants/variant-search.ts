import * as z from '@/lib/zod';

/** The drawer of variants in the address: `new`, or the key of one; `copy` is the one that a new one begins as. */
export const variantSearch = z.object({ variant: z.optional(z.string()), copy: z.optional(z.string()) });
