import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { readFlag } from '@/api/flags';
import { namespacePath } from '@/app/namespace';
import { isDone, setBeingDeleted, useGuardedNamespaces, useNotify, usePlans } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { type Flag } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { useFlagContents } from '../use-flag-contents';

export interface DeleteFlagQuestionProps {
  readonly flag: Flag;
  readonly onClose: () => void;
  /** Told when the flag is gone. Its page takes it for lost once this is done. */
  readonly onDeleted?: () => void | Promise<void>;
}

/** Says what goes with a flag, and deletes it in a way that can be undone. */
export function DeleteFlagQuestion({ flag, onClose, onDeleted }: DeleteFlagQuestionProps): ReactElement {
  const copy = flagCopy.deletion;
  const { namespaceKey, key } = flag;
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const isGuarded = useGuardedNamespaces().has(namespaceKey);
  const contents = useFlagContents(flag);
  const [isBusy, setBusy] = useState(false);

  const remove = async (): Promise<void> => {
    setBusy(true);
    setBeingDeleted(namespacePath(namespaceKey, 'flags', key));
    try {
      const { planFlagDelete } = await import('@/lib/plan');
      const plan = planFlagDelete(await readFlag(client, namespaceKey, key));
      const outcome = await plans.run(plan, { success: copy.deleted, action: flagCopy.actions.delete });
      onClose();
      if (isDone(outcome)) await onDeleted?.();
    } catch (error) {
      setBusy(false);
      if (error instanceof Error) notify.error(error.message, error);
    } finally {
      setBeingDeleted(undefined);
    }
  };

  return (
    <ConfirmDialog
      open={contents !== undefined}
      title={copy.title}
      action={commonCopy.delete}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
      {...(isGuarded && { typed: key })}
    >
      <p>{copy.text(key)}</p>
      <p>
        {copy.counts(
          formatCounted(flag.variants.length, 'variant'),
          formatCounted(contents?.rules.length ?? 0, 'rule'),
          formatCounted(contents?.rollouts.length ?? 0, 'rollout'),
        )}
      </p>
      <p>{copy.evaluations}</p>
      <p className="text-muted">{copy.undo}</p>
    </ConfirmDialog>
  );
}
