import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { flagsQuery } from '@/api/flags';
import { isSettled, useGuardedNamespaces, useNotify, usePlans } from '@/changes';
import { DiffList } from '@/components/diff-list';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { bulkCopy as copy } from '@/copy/bulk';
import { flagWords } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';
import { isNeedless } from '@/lib/plan';
import { type BulkAction, planBulk, skipReason } from './bulk-action';

interface BulkDialogProps {
  readonly namespaceKey: string;
  readonly action: BulkAction;
  readonly flags: readonly Flag[];
  /** `isDone` when something was done, which ends the selection. */
  readonly onClose: (isDone: boolean) => void;
}

/** Lists every flag with its before and after, and changes all of them or none. */
export function BulkDialog({
  namespaceKey,
  action,
  flags: selected,
  onClose,
}: BulkDialogProps): ReactElement {
  // The list behind changes while this runs; the question stays about the flags as they were.
  const [flags] = useState(selected);
  const isGuarded = useGuardedNamespaces().has(namespaceKey);
  const { apply, isBusy } = useBulk(namespaceKey, action, flags, onClose);
  const plan = planBulk(action, namespaceKey, flags);
  const skipped = flags.filter((flag) => skipReason(action, flag) !== undefined);
  return (
    <ConfirmDialog
      open
      title={plan.title}
      action={isNeedless(plan) ? copy.nothing : copy.apply}
      danger={action.kind === 'delete'}
      busy={isBusy}
      {...(isGuarded && { typed: namespaceKey })}
      onClose={() => {
        onClose(false);
      }}
      onConfirm={() => {
        if (!isNeedless(plan)) void apply();
      }}
    >
      <DiffList changes={plan.changes} />
      {skipped.length > 0 && (
        <>
          <p className="font-medium">{copy.skipped}</p>
          <ul className="text-secondary text-muted">
            {skipped.map((flag) => (
              <li key={flag.key}>
                <code>{flag.key}</code>: {skipReason(action, flag)}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}

/** Does the action to the flags as they are by then. */
function useBulk(
  namespaceKey: string,
  action: BulkAction,
  flags: readonly Flag[],
  onClose: BulkDialogProps['onClose'],
) {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      const keys = new Set(flags.map(({ key }) => key));
      const present = await client.query({ ...flagsQuery(namespaceKey), staleTime: 0 });
      const plan = planBulk(
        action,
        namespaceKey,
        present.filter(({ key }) => keys.has(key)),
      );
      const outcome = await plans.run(plan, {
        isReviewed: true,
        action: action.kind === 'delete' ? flagWords.actions.delete : flagWords.actions.update,
      });
      if (isSettled(outcome)) onClose(true);
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
    } finally {
      setBusy(false);
    }
  };
  return { apply, isBusy };
}
