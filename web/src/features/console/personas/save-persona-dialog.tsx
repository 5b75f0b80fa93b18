import { type ReactElement, useId, useState } from 'react';
import { savePersonas } from '@/app/personas';
import { useNotify } from '@/changes';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { consoleCopy } from '@/copy/console';
import { type Context } from '@/lib/evaluation/context-text';

const { personas: copy } = consoleCopy;

interface SavePersonaDialogProps {
  readonly entityId: string;
  readonly context: Context;
  readonly onClose: () => void;
}

/** Asks for the name of a persona. */
export function SavePersonaDialog({ entityId, context, onClose }: SavePersonaDialogProps): ReactElement {
  const notify = useNotify();
  const formId = useId();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  return (
    <Dialog
      open
      title={copy.save}
      description={copy.privacy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button type="submit" form={formId} variant="primary">
            {commonCopy.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog is no part of the form that it was opened from.
          event.stopPropagation();
          const given = name.trim();
          if (given === '') {
            setError(copy.needsName);
            return;
          }
          savePersonas([{ name: given, entityId, context }]);
          notify.success(copy.saved(given));
          onClose();
        }}
      >
        <TextField
          label={copy.name}
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
          }}
        />
      </form>
    </Dialog>
  );
}
