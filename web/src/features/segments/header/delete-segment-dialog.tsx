import { type ReactElement, useState } from 'react';
import { namespacePath } from '@/app/namespace';
import { isDone, setBeingDeleted, usePlans } from '@/changes';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { commonCopy } from '@/copy/common';
import { segmentsCopy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { constraintCount } from '../match-text';
import { useSegmentUses } from '../use/segment-use';
import { UseList } from '../use/use-list';

interface DeleteSegmentDialogProps {
  readonly segment: Segment;
  readonly onClose: () => void;
  /** Told when the segment is gone. Its page takes it for lost once this is done. */
  readonly onDeleted?: () => void | Promise<void>;
}

/**
 * Deletes a segment; one that is used cannot be, and the dialog says by what. The server has the
 * last word: the index may not know yet.
 */
export function DeleteSegmentDialog({ segment, onClose, onDeleted }: DeleteSegmentDialogProps): ReactElement {
  const copy = segmentsCopy.deletion;
  const plans = usePlans();
  const { uses = [] } = useSegmentUses(segment.namespaceKey, segment.key);
  const [refusal, setRefusal] = useState<string>();

  const remove = async (): Promise<void> => {
    setBeingDeleted(namespacePath(segment.namespaceKey, 'segments', segment.key));
    const { planSegmentDelete } = await import('@/lib/plan');
    const outcome = await plans.run(planSegmentDelete(segment), {
      success: segmentsCopy.deleted,
      action: segmentsCopy.actions.delete,
      handles: ({ message }) => {
        const isInUse = message.includes('in use');
        if (isInUse) setRefusal(message);
        return isInUse;
      },
    });
    const isRefused = outcome !== 'cancelled' && outcome.failure?.error.message.includes('in use') === true;
    if (!isRefused) onClose();
    if (isDone(outcome)) await onDeleted?.();
    setBeingDeleted(undefined);
  };

  if (uses.length > 0 || refusal !== undefined) {
    return (
      <Dialog
        open
        alert
        title={copy.title}
        onClose={onClose}
        footer={<Button onClick={onClose}>{commonCopy.close}</Button>}
      >
        <div className="flex flex-col gap-3">
          {refusal === undefined ? (
            <p>{copy.inUse(segment.key)}</p>
          ) : (
            <p>
              {copy.refused} <span className="font-mono break-words text-danger">{refusal}</span>
            </p>
          )}
          <UseList namespaceKey={segment.namespaceKey} uses={uses} />
          <p className="text-muted">{copy.remedy}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog open title={copy.title} action={commonCopy.delete} onClose={onClose} onConfirm={remove}>
      <p>{copy.text(segment.key, constraintCount(segment.constraints.length))}</p>
      <p className="text-muted">{copy.undo}</p>
    </ConfirmDialog>
  );
}
