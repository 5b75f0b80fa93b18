import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextField } from '@/components/ui/text-field';
import { turningCopy as copy } from '@/copy/turning';
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

function effectOf({ type, defaultVariant }: Flag): string {
  if (type === 'BOOLEAN_FLAG_TYPE') return copy.boolean;
  return defaultVariant === undefined ? copy.withoutDefault : copy.withDefault(defaultVariant.key);
}
