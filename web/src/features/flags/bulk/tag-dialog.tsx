import { type ReactElement, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { bulkCopy } from '@/copy/bulk';
import { commonCopy } from '@/copy/common';
import { type BulkAction } from './bulk-action';

interface TagDialogProps {
  readonly knownTags: readonly string[];
  readonly onChosen: (action: BulkAction) => void;
  readonly onClose: () => void;
}

/** Asks which tag the selected flags get or lose. */
export function TagDialog({ knownTags, onChosen, onClose }: TagDialogProps): ReactElement {
  const copy = bulkCopy.tagDialog;
  const suggestions = useId();
  const [text, setText] = useState('');
  const tag = text.trim();
  return (
    <Dialog
      open
      title={copy.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button
            disabled={tag === ''}
            onClick={() => {
              onChosen({ kind: 'remove-tag', tag });
            }}
          >
            {bulkCopy.actions.removeTag}
          </Button>
          <Button
            variant="primary"
            disabled={tag === ''}
            onClick={() => {
              onChosen({ kind: 'add-tag', tag });
            }}
          >
            {bulkCopy.actions.addTag}
          </Button>
        </>
      }
    >
      <TextField
        label={copy.tag}
        description={copy.tagHint}
        list={suggestions}
        value={text}
        onChange={(event) => {
          // A comma would make two of it.
          setText(event.currentTarget.value.replaceAll(',', ''));
        }}
      />
      <datalist id={suggestions}>
        {knownTags.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </Dialog>
  );
}
