import { type ReactElement, useState } from 'react';
import { type Constraint, type Segment } from '@/api/types';
import { usePlans } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { segmentConstraintsCopy, segmentsCopy } from '@/copy/segments';
import { formatCounted } from '@/lib/numbers';
import { planConstraintDelete } from '@/lib/plan';
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
  const plans = usePlans();
  const { uses } = useSegmentUses(segment.namespaceKey, segment.key);
  const [isBusy, setIsBusy] = useState(false);
  const flagKeys = flagKeysOf(uses ?? []);

  const remove = async (): Promise<void> => {
    setIsBusy(true);
    await plans.run(withAffected(planConstraintDelete(segment, constraint), flagKeys), {
      success: segmentConstraintsCopy.deleted,
      action: segmentsCopy.actions.update,
    });
    onClose();
  };

  return (
    <ConfirmDialog
      open
      title={copy.title}
      action={commonCopy.delete}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
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
