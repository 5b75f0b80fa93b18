import { type ReactElement, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextField } from '@/components/ui/text-field';
import { turningCopy as copy } from '@/copy/turning';
import { type Flag } from '@/lib/model';
import { useTurning } from './use-turning';

export interface TurnOffQuestionProps {
  readonly flag: Flag;
  readonly onClose: () => void;
}

/** Says what everyone gets while the flag is off, and asks why. */
export function TurnOffQuestion({ flag, onClose }: TurnOffQuestionProps): ReactElement {
  const { turnOff } = useTurning();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    await turnOff(flag, reason.trim());
    setIsBusy(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={copy.title}
      action={copy.confirm}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{effectOf(flag)}</p>
      <TextField
        label={copy.reason}
        description={copy.reasonHint}
        optional
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
      />
    </ConfirmDialog>
  );
}

function effectOf({ type, defaultVariantKey }: Flag): string {
  if (type === 'boolean') return copy.boolean;
  return defaultVariantKey === undefined ? copy.withoutDefault : copy.withDefault(defaultVariantKey);
}
