import { type ReactElement } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { type Flag, type Rule, type Variant } from '@/lib/model';
import { formatPercent } from '@/lib/numbers';
import { variantUse } from '@/lib/plan/variant-use';
import { useFlagPlan } from '../targeting/use-flag-plan';

interface DeleteVariantDialogProps {
  readonly flag: Flag;
  readonly rules: readonly Rule[];
  readonly variant: Variant;
  readonly onClose: () => void;
}

/** Deletes a variant after saying what that does to each rule. */
export function DeleteVariantDialog({
  flag,
  rules,
  variant,
  onClose,
}: DeleteVariantDialogProps): ReactElement {
  const copy = flagCopy.variantDeletion;
  const { run, isSaving } = useFlagPlan(flag);
  const use = variantUse({ ...flag, rules }, variant.key);
  const isUsed = use.isDefault || use.rules.length > 0;
  const rest = flag.defaultVariantKey === undefined || use.isDefault ? copy.noVariant : copy.defaultVariant;

  const remove = async (): Promise<void> => {
    await run((shown, { planVariantDelete }) => planVariantDelete(shown, variant), {
      success: copy.deleted,
      action: flagCopy.actions.update,
    });
    onClose();
  };

  return (
    <ConfirmDialog
      open
      title={copy.title}
      action={commonCopy.delete}
      busy={isSaving}
      onClose={onClose}
      onConfirm={() => void remove()}
      {...(isUsed && { acknowledge: copy.acknowledge })}
    >
      {isUsed ? (
        <>
          {use.isDefault && <p>{copy.usedDefault(variant.key)}</p>}
          {use.rules.map(({ position, total }) => (
            <p key={position}>{copy.usedRule(position, formatPercent(100 - total), rest)}</p>
          ))}
          {use.isFollowed && <p>{copy.shifts}</p>}
        </>
      ) : (
        <p>{copy.unused(variant.key)}</p>
      )}
    </ConfirmDialog>
  );
}
