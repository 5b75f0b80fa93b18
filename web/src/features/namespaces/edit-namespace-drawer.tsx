import { type ReactElement, useEffect, useId, useState } from 'react';
import { type Namespace } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { namespacesCopy } from '@/copy/namespaces';
import { validationCopy } from '@/copy/validation';
import { useNamespaceForm } from './use-namespace-form';

interface EditNamespaceDrawerProps {
  readonly namespace: Namespace;
  readonly onClose: () => void;
}

/** Changes name and description of a namespace. */
export function EditNamespaceDrawer({ namespace, onClose }: EditNamespaceDrawerProps): ReactElement {
  const copy = namespacesCopy.form;
  const formId = useId();
  const blocked = useWriteBlock(namespacesCopy.action.update);
  const form = useNamespaceForm(namespace);
  const { values, change, conflicts } = form.editing;
  const [isDone, setDone] = useState(false);
  const save = (): void => {
    void form.save().then(setDone);
  };
  // After the guard has let go: closing is a step in the address, which it would hold up.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  return (
    <>
      <Drawer
        open
        title={namespacesCopy.edit}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{commonCopy.cancel}</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={form.isSaving}
              blocked={blocked}
              disabled={!form.canSave}
            >
              {commonCopy.update}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-5"
          onKeyDown={saveKeys(save)}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {conflicts.length > 0 && <ChangedElsewhere onShow={() => void form.showConflicts()} />}
          <TextField
            label={copy.name}
            value={values.name}
            error={values.name.trim() === '' ? validationCopy.name : form.serverErrors.name}
            onChange={(event) => {
              change('name', event.currentTarget.value);
            }}
          />
          <TextField mono readOnly label={copy.key} description={copy.keyFixed} value={namespace.key} />
          <TextArea
            label={copy.description}
            optional
            value={values.description}
            error={form.serverErrors.description}
            onChange={(event) => {
              change('description', event.currentTarget.value);
            }}
          />
        </form>
      </Drawer>
      {form.dialog}
    </>
  );
}
