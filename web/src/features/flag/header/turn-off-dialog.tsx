import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextField } from '@/components/ui/text-field';
import { flagCopy } from '@/copy/flag';
import { useTurning } from './use-turning';

interface TurnOffDialogProps {
  readonly flag: Flag;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what everyone gets while the flag is off, and asks why. */
export function TurnOffDialog({ flag, open, onClose }: TurnOffDialogProps): ReactElement {
  const copy = flagCopy.turningOff;
  const { turnOff } = useTurning();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const close = (): void => {
    setReason('');
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setIsBusy(true);
    await turnOff(flag, reason.trim());
    setIsBusy(false);
    close();
  };
  return (
    <ConfirmDialog
      open={open}
      title={copy.title}
      action={copy.confirm}
      busy={isBusy}
      onClose={close}
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
  const copy = flagCopy.turningOff;
  if (type === 'BOOLEAN_FLAG_TYPE') return copy.boolean;
  return defaultVariant === undefined ? copy.withoutDefault : copy.withDefault(defaultVariant.key);
}
