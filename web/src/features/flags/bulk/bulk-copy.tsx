import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { useGuardedNamespaces } from '@/changes';
import { DiffList } from '@/components/diff-list';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { bulkCopy as copy } from '@/copy/bulk';
import { CopyToNamespaceDialog } from '@/features/compare';
import { formatCounted } from '@/lib/numbers';
import { type CopyParts, joinCopy } from '@/lib/plan';
import { BulkProgress } from './bulk-progress';
import { type BulkJob, useBulkRun } from './use-bulk-run';

interface BulkCopyProps {
  readonly namespaceKey: string;
  readonly flags: readonly Flag[];
  /** `isDone` when something was done, which ends the selection. */
  readonly onClose: (isDone: boolean) => void;
}

/** Asks where the selected flags are to go, then copies them, then tells how it went. */
export function BulkCopy({ namespaceKey, flags, onClose }: BulkCopyProps): ReactElement {
  // The list behind changes while this is open; the question stays about the flags as they were.
  const [flagKeys] = useState(() => flags.map(({ key }) => key));
  const [parts, setParts] = useState<CopyParts>();
  const guarded = useGuardedNamespaces();
  const run = useBulkRun(namespaceKey);
  if (parts === undefined) {
    return (
      <CopyToNamespaceDialog
        open
        namespaceKey={namespaceKey}
        flagKeys={flagKeys}
        onDecided={(decided) => {
          setParts(decided);
          if (!guarded.has(decided.namespaceKey)) void run.start(jobOf(decided));
        }}
        onClose={() => {
          onClose(false);
        }}
      />
    );
  }
  const count = parts.flags.filter(({ plan }) => plan !== undefined).length;
  const title = copy.titles.copy(formatCounted(count, 'flag'), parts.namespaceKey);
  if (run.progress === undefined) {
    return (
      <ConfirmDialog
        open
        title={title}
        action={copy.apply}
        typed={parts.namespaceKey}
        onClose={() => {
          onClose(false);
        }}
        onConfirm={() => {
          void run.start(jobOf(parts));
        }}
      >
        <DiffList changes={joinCopy(parts).changes} />
      </ConfirmDialog>
    );
  }
  return (
    <BulkProgress
      title={title}
      run={run}
      canUndo
      onClose={() => {
        onClose(true);
      }}
    />
  );
}

function jobOf({ first, flags }: CopyParts): BulkJob {
  return {
    ...(first.steps.length > 0 && { first: { key: copy.needed, plan: () => Promise.resolve(first) } }),
    tasks: flags.flatMap(({ key, plan }) =>
      plan === undefined ? [] : [{ key, plan: () => Promise.resolve(plan) }],
    ),
    skipped: flags.flatMap(({ key, plan }) => (plan === undefined ? [{ key, reason: copy.skips.same }] : [])),
  };
}
