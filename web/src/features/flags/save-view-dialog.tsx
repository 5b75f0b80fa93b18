import { type ReactElement, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { flagsCopy } from '@/copy/flags';

interface SaveViewDialogProps {
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks what the view is to be called. */
export function SaveViewDialog({ onSave, onClose }: SaveViewDialogProps): ReactElement {
  const copy = flagsCopy.views;
  const [text, setText] = useState('');
  const name = text.trim();
  const save = (): void => {
    if (name !== '') onSave(name);
  };
  return (
    <Dialog
      open
      title={copy.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button variant="primary" disabled={name === ''} onClick={save}>
            {commonCopy.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={copy.name}
          description={copy.nameHint}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </form>
    </Dialog>
  );
}
