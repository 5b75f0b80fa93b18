import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { flagWords } from '@/copy/flag-words';
import { flagsCopy } from '@/copy/flags';
import { useFlagSwitch, useTurning } from '@/features/flag';
import { type Flag } from '@/lib/model';

interface SwitchDialogProps {
  readonly flag: Flag;
  readonly onClose: () => void;
}

/** Asks before a single key switches a flag, or turns on one that is off. */
export function SwitchDialog({ flag, onClose }: SwitchDialogProps): ReactElement | null {
  const copy = flagsCopy.confirmSwitch;
  const switchFlag = useFlagSwitch();
  const { turnOn } = useTurning();
  const block = useWriteBlock(flagWords.actions.update);
  if (block !== undefined) return null;
  const isOff = flag.off !== false;
  const [before, after] = isOff
    ? [flagWords.off, copy.on]
    : [stateText(flag, flag.isEnabled), stateText(flag, !flag.isEnabled)];
  return (
    <ConfirmDialog
      open
      danger={false}
      title={copy.title(flag.key)}
      action={copy.action}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void (isOff ? turnOn(flag) : switchFlag(flag, !flag.isEnabled));
      }}
    >
      <p>{copy.text(flag.key, before, after)}</p>
    </ConfirmDialog>
  );
}

function stateText({ type }: Flag, enabled: boolean): string {
  if (type === 'boolean') return enabled ? flagWords.true : flagWords.false;
  return enabled ? flagWords.enabled : flagWords.disabled;
}
