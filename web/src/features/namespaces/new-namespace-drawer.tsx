import { type ReactElement } from 'react';
import { isSettled, usePlans, useWriteBlock } from '@/changes';
import { FormDrawer, NameAndKey, useForm } from '@/changes/editing';
import { TextArea } from '@/components/ui/text-area';
import { commonCopy } from '@/copy/common';
import { namespacesCopy } from '@/copy/namespaces';
import { type Namespace } from '@/lib/model';
import { type NamespaceDraft } from '@/lib/plan';
import { keySchema, nameSchema, problemOf } from '@/lib/validation';
import { namespaceFields } from './namespace-fields';
import { useCreation } from './use-creation';

interface NewNamespaceDrawerProps {
  readonly namespaces: readonly Namespace[];
  /** The one that its flags and segments are copied from; undefined for an empty one. */
  readonly source: Namespace | undefined;
  readonly onClose: () => void;
}

/** Makes a namespace; its key follows its name until somebody changes it. */
export function NewNamespaceDrawer({ namespaces, source, onClose }: NewNamespaceDrawerProps): ReactElement {
  const copy = namespacesCopy.form;
  const action = namespacesCopy.action.create;
  const plans = usePlans();
  const planCreation = useCreation(source);
  const blocked = useWriteBlock(action, 'CreateNamespace');
  const isTaken = (key: string): boolean => namespaces.some((other) => other.key === key);
  const form = useForm<NamespaceDraft>({
    stored: { key: '', name: '', description: '' },
    check: ({ key, name }) => ({
      key: problemOf(keySchema('namespace', isTaken), key),
      name: problemOf(nameSchema, name),
    }),
    save: async (values, { handles }) => {
      const plan = await planCreation(values);
      if (plan === undefined) return false;
      return isSettled(await plans.run(plan, { action, success: namespacesCopy.created, handles }));
    },
    onSaved: onClose,
    draft: { name: 'namespace', fields: namespaceFields },
    scope: 'drawer',
  });
  return (
    <FormDrawer
      form={form}
      title={source === undefined ? namespacesCopy.new : namespacesCopy.duplicate(source.name)}
      description={source === undefined ? undefined : copy.copies}
      action={commonCopy.create}
      blocked={blocked}
      onClose={onClose}
    >
      <NameAndKey form={form} labels={copy} keyHint={copy.keyFollows} />
      <TextArea label={copy.description} optional {...form.text('description')} />
    </FormDrawer>
  );
}
