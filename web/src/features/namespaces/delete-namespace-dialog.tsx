import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { detailsOf } from '@/api/api-error';
import { flagsQuery } from '@/api/flags';
import { segmentsQuery } from '@/api/segments';
import { namespacePath } from '@/app/namespace';
import { usePlans } from '@/changes';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Link } from '@/components/ui/link';
import { commonCopy } from '@/copy/common';
import { namespacesCopy } from '@/copy/namespaces';
import { useExport } from '@/features/transfer';
import { type Flag, type Namespace, type Segment } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { type Plan, planNamespaceDelete, planNamespaceDestroy } from '@/lib/plan';

interface DeleteNamespaceDialogProps {
  readonly namespace: Namespace;
  readonly onClose: () => void;
}

const copy = namespacesCopy.delete;

/** Asks before a namespace is deleted, and says what goes with it. */
export function DeleteNamespaceDialog({ namespace, onClose }: DeleteNamespaceDialogProps): ReactElement {
  const flags = useQuery({ ...flagsQuery(namespace.key), staleTime: 0 });
  const segments = useQuery({ ...segmentsQuery(namespace.key), staleTime: 0 });
  const isFresh = flags.isFetchedAfterMount && segments.isFetchedAfterMount;
  if (isFresh && flags.data !== undefined && segments.data !== undefined) {
    const contents = { namespace, flags: flags.data, segments: segments.data, onClose };
    return flags.data.length === 0 ? (
      <DeleteWithoutFlags {...contents} />
    ) : (
      <DeleteEverything {...contents} />
    );
  }
  return (
    <Dialog
      open
      title={copy.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{commonCopy.cancel}</Button>}
    >
      {flags.isError || segments.isError ? (
        <ErrorState
          title={copy.unreadable}
          details={detailsOf(flags.error ?? segments.error)}
          onRetry={() => {
            void flags.refetch();
            void segments.refetch();
          }}
        />
      ) : (
        <p role="status">{copy.counting}</p>
      )}
    </Dialog>
  );
}

interface ContentsProps extends DeleteNamespaceDialogProps {
  readonly flags: readonly Flag[];
  readonly segments: readonly Segment[];
}

function DeleteWithoutFlags({ namespace, segments, onClose }: ContentsProps): ReactElement {
  const run = useDelete(onClose);
  const { name } = namespace;
  return (
    <ConfirmDialog
      open
      title={copy.title}
      action={commonCopy.delete}
      onClose={onClose}
      onConfirm={() => run(planNamespaceDelete(namespace, segments))}
    >
      <p>
        {segments.length === 0
          ? copy.empty(name)
          : copy.segments(name, formatCounted(segments.length, 'segment'))}
      </p>
      <p>{copy.undo}</p>
    </ConfirmDialog>
  );
}

/** The server deletes flags with their namespace only when it is told to, which is asked for by typing the key. */
function DeleteEverything({ namespace, flags, segments, onClose }: ContentsProps): ReactElement {
  const run = useDelete(onClose);
  const { key } = namespace;
  const backup = useExport();
  return (
    <ConfirmDialog
      open
      title={copy.title}
      action={copy.everything}
      typed={key}
      extra={
        <Button
          onClick={() =>
            backup.run({ namespaceKey: key, fileName: key, failure: namespacesCopy.exportFailed(key) })
          }
        >
          {copy.backup}
        </Button>
      }
      onClose={onClose}
      onConfirm={() => {
        const keys = flags.map((flag) => flag.key);
        return run(planNamespaceDestroy(namespace, segments, keys));
      }}
    >
      <p className="font-medium">{copy.refusal(key)}</p>
      <p>
        {copy.hasFlags(formatCounted(flags.length, 'flag'), formatCounted(segments.length, 'segment'))}{' '}
        <Link inText to={namespacePath(key, 'flags')}>
          {copy.showFlags}
        </Link>
      </p>
      <p className="text-danger">{copy.forEver}</p>
    </ConfirmDialog>
  );
}

/** Runs the plan, and closes the dialog however that ended: what went wrong is said elsewhere. */
function useDelete(onClose: () => void): (plan: Plan) => Promise<void> {
  const plans = usePlans();
  return async (plan) => {
    await plans.run(plan, { action: namespacesCopy.action.delete, success: namespacesCopy.deleted });
    onClose();
  };
}
