import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { flagCopy } from '@/copy/flag';
import { useFlagSwitch } from './use-flag-switch';

interface DisableFlagDialogProps {
  readonly flag: Flag;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The kill switch of a variant flag. */
export function DisableFlagDialog({ flag, open, onClose }: DisableFlagDialogProps): ReactElement {
  const copy = flagCopy.disabling;
  const switchFlag = useFlagSwitch();
  const [isBusy, setIsBusy] = useState(false);
  const disable = async (): Promise<void> => {
    setIsBusy(true);
    await switchFlag(flag, false);
    setIsBusy(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title={copy.title}
      action={copy.confirm}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void disable()}
    >
      <p>
        {flag.defaultVariant === undefined ? copy.withoutDefault : copy.withDefault(flag.defaultVariant.key)}
      </p>
    </ConfirmDialog>
  );
}
