import { type NamespaceState } from '@pennon/state';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { useNotify, useWriteBlock } from '@/changes';
import { FormDrawer, type StoredForm, useStoredForm } from '@/changes/editing';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { namespacesCopy as copy } from '@/copy/namespaces';
import { type Namespace } from '@/lib/model';
import { planNamespaceUpdate } from '@/lib/plan';
import { nameSchema, problemOf } from '@/lib/validation';
import { namespaceFields } from './namespace-fields';

interface EditNamespaceDrawerProps {
  readonly namespace: Namespace;
  readonly onClose: () => void;
}

/** Changes name and description of a namespace. */
export function EditNamespaceDrawer({ namespace, onClose }: EditNamespaceDrawerProps): ReactElement {
  const blocked = useWriteBlock(copy.action.update, 'UpdateNamespace', namespace.key);
  const form = useNamespaceForm(namespace, onClose);
  return (
    <FormDrawer form={form} title={copy.edit} action={commonCopy.update} blocked={blocked} onClose={onClose}>
      <TextField label={copy.form.name} {...form.text('name')} />
      <TextField mono readOnly label={copy.form.key} description={copy.form.keyFixed} value={namespace.key} />
      <TextArea label={copy.form.description} optional {...form.text('description')} />
    </FormDrawer>
  );
}

/** The form of a stored namespace: what it holds, and how it is saved. */
function useNamespaceForm(namespace: Namespace, onSaved: () => void): StoredForm<NamespaceState> {
  const { key } = namespace;
  const client = useQueryClient();
  const notify = useNotify();
  return useStoredForm({
    stored: valuesOf(namespace),
    labels: copy.form,
    check: ({ name }) => ({ name: problemOf(nameSchema, name) }),
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
    onSaved,
    draft: { name: `namespace ${key}`, fields: namespaceFields },
    scope: 'drawer',
  });
}

function valuesOf({ name, description }: Namespace): NamespaceState {
  return { name, description };
}
