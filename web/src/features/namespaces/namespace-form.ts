import { type Namespace } from '@/api/types';
import { keySchema, nameSchema } from '@/lib/validation';
import * as z from '@/lib/zod';

/** What the form of a namespace holds, right or wrong. */
export const namespaceValuesSchema = z.object({ key: z.string(), name: z.string(), description: z.string() });

export type NamespaceForm = z.infer<typeof namespaceValuesSchema>;

export const emptyNamespace: NamespaceForm = { key: '', name: '', description: '' };

/** What a new namespace has to be. */
export function newNamespaceSchema(namespaces: readonly Namespace[]) {
  const taken = new Set(namespaces.map(({ key }) => key));
  return z.object({
    key: keySchema('namespace', (key) => taken.has(key)),
    name: nameSchema,
    description: z.string(),
  });
}
