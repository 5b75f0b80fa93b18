import { type ReactElement, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { changesCopy } from '@/copy/changes';
import { commonCopy } from '@/copy/common';

interface LeaveDialogProps {
  readonly open: boolean;
  readonly isSaving: boolean;
  readonly canSave: boolean;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
  readonly onKeep: () => void;
}

/** Asks what becomes of unsaved input. */
export function LeaveDialog({
  open,
  isSaving,
  canSave,
  onDiscard,
  onSave,
  onKeep,
}: LeaveDialogProps): ReactElement {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      alert
      title={changesCopy.unsaved.title}
      description={changesCopy.unsaved.text}
      initialFocus={keep}
      onClose={onKeep}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {commonCopy.discard}
          </Button>
          {canSave && (
            <Button busy={isSaving} onClick={onSave}>
              {commonCopy.save}
            </Button>
          )}
          <Button ref={keep} variant="primary" onClick={onKeep}>
            {commonCopy.keepEditing}
          </Button>
        </>
      }
    />
  );
}
