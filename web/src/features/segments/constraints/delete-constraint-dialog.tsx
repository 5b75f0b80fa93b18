import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { useNotify, usePlans, shownSegment } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { segmentConstraintsCopy, segmentsCopy } from '@/copy/segments';
import { type Constraint, type Segment } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { flagKeysOf, useSegmentUses } from '../use/segment-use';
import { UseList } from '../use/use-list';
import { ConstraintSentence } from './constraint-sentence';
import { withAffected } from './with-affected';

interface DeleteConstraintDialogProps {
  readonly segment: Segment;
  readonly constraint: Constraint;
  readonly onClose: () => void;
}

/** Deletes a constraint after saying which flags use the segment. */
export function DeleteConstraintDialog({
  segment,
  constraint,
  onClose,
}: DeleteConstraintDialogProps): ReactElement {
  const copy = segmentConstraintsCopy.deletion;
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const { uses } = useSegmentUses(segment.namespaceKey, segment.key);
  const flagKeys = flagKeysOf(uses ?? []);

  const remove = async (): Promise<void> => {
    try {
      const [shown, { planConstraintDelete }] = await Promise.all([
        shownSegment(client, segment.namespaceKey, segment.key),
        import('@/lib/plan'),
      ]);
      await plans.run(withAffected(planConstraintDelete(shown, constraint), flagKeys), {
        success: segmentConstraintsCopy.deleted,
        action: segmentsCopy.actions.update,
      });
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
    }
    onClose();
  };

  return (
    <ConfirmDialog open title={copy.title} action={commonCopy.delete} onClose={onClose} onConfirm={remove}>
      <p>{copy.text}</p>
      <p className="rounded-control bg-sunken px-3 py-2">
        <ConstraintSentence constraint={constraint} />
      </p>
      {uses !== undefined && uses.length > 0 && (
        <>
          <p>{copy.used(formatCounted(flagKeys.length, segmentsCopy.flag))}</p>
          <UseList namespaceKey={segment.namespaceKey} uses={uses} />
        </>
      )}
      {uses?.length === 0 && <p>{copy.unused}</p>}
      <p className="text-muted">{copy.undo}</p>
    </ConfirmDialog>
  );
}
