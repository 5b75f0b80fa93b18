import * as z from '@/lib/zod';

/** Any of the fields of a namespace, as a draft keeps them. */
export const namespaceFields = z.object({
  key: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
});
