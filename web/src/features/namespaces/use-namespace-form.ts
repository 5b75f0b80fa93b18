import { useQueryClient } from '@tanstack/react-query';
import { namespacesQuery } from '@/api/namespaces';
import { type Namespace } from '@/api/types';
import { useNotify } from '@/changes';
import { type FieldTexts, type StoredForm, useStoredForm } from '@/changes/editing';
import { namespacesCopy as copy } from '@/copy/namespaces';
import { type NamespaceValues, planNamespaceUpdate } from '@/lib/plan';
import * as z from '@/lib/zod';

const texts: FieldTexts<NamespaceValues> = {
  name: (name) => name,
  description: (description) => description,
};

const labels = { name: copy.form.name, description: copy.form.description };

const fields = z.object({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
});

function valuesOf({ name, description }: Namespace): NamespaceValues {
  return { name, description };
}

/** The form of a stored namespace: what it holds, and how it is saved. */
export function useNamespaceForm(namespace: Namespace): StoredForm<NamespaceValues> {
  const { key } = namespace;
  const client = useQueryClient();
  const notify = useNotify();
  return useStoredForm({
    stored: valuesOf(namespace),
    texts,
    labels,
    isValid: ({ name }) => name.trim() !== '',
    read: async () => {
      const namespaces = await client.query({ ...namespacesQuery(), staleTime: 0 });
      const freshest = namespaces.find((other) => other.key === key);
      if (freshest === undefined) notify.error(copy.missing(key));
      return freshest;
    },
    valuesOf,
    planOf: planNamespaceUpdate,
    success: copy.updated,
    action: copy.action.update,
    showsServerErrors: true,
    draft: { name: `namespace ${key}`, fields },
    scope: 'drawer',
  });
}
