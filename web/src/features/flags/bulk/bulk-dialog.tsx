import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { useGuardedNamespaces } from '@/changes';
import { DiffList } from '@/components/diff-list';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { bulkCopy as copy } from '@/copy/bulk';
import {
  type BulkAction,
  isUndoable,
  jobOf,
  previewOf,
  skipReason,
  titleOf,
  UNDO_LIMIT,
} from './bulk-action';
import { BulkProgress } from './bulk-progress';
import { useBulkRun } from './use-bulk-run';

interface BulkDialogProps {
  readonly namespaceKey: string;
  readonly action: BulkAction;
  readonly flags: readonly Flag[];
  /** `isDone` when something was done, which ends the selection. */
  readonly onClose: (isDone: boolean) => void;
}

/** Lists every flag with its before and after, then runs, then tells how it went. */
export function BulkDialog({
  namespaceKey,
  action,
  flags: selected,
  onClose,
}: BulkDialogProps): ReactElement {
  // The list behind changes while this runs; the question stays about the flags as they were.
  const [flags] = useState(selected);
  const guarded = useGuardedNamespaces();
  const client = useQueryClient();
  const run = useBulkRun(namespaceKey);
  const changing = flags.filter((flag) => skipReason(action, flag) === undefined);
  const title = titleOf(action, changing.length);
  const canUndo = isUndoable(action, changing.length);
  if (run.progress !== undefined) {
    return (
      <BulkProgress
        title={title}
        run={run}
        canUndo={canUndo}
        onClose={() => {
          onClose(true);
        }}
      />
    );
  }
  const skipped = flags.filter((flag) => skipReason(action, flag) !== undefined);
  return (
    <ConfirmDialog
      open
      title={title}
      action={changing.length === 0 ? copy.nothing : copy.apply}
      danger={action.kind === 'delete'}
      {...(guarded.has(namespaceKey) && { typed: namespaceKey })}
      onClose={() => {
        onClose(false);
      }}
      onConfirm={() => {
        if (changing.length > 0) void run.start(jobOf(client, action, flags));
      }}
    >
      <DiffList changes={changing.flatMap((flag) => previewOf(action, flag).changes)} />
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
      {!canUndo && <p className="font-medium text-danger">{copy.cannotUndo(UNDO_LIMIT)}</p>}
    </ConfirmDialog>
  );
}
