import { type ReactElement, useState } from 'react';
import { type Rule } from '@/api/types';
import { usePlans } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { rulesCopy } from '@/copy/rules';
import { answerText } from '@/lib/audience';
import { formatPercent } from '@/lib/numbers';
import { planRuleDelete } from '@/lib/plan';
import { choiceText } from '../targeting/choice-text';
import { rulePartsOf, type RulesScene } from './rule-scene';

const copy = rulesCopy.deletion;

interface DeleteRuleDialogProps {
  readonly scene: RulesScene;
  readonly rule: Rule;
  /** Place of the rule, from zero. */
  readonly index: number;
  readonly onClose: () => void;
}

/** Says what goes with a rule; the deletion can be undone. */
export function DeleteRuleDialog({ scene, rule, index, onClose }: DeleteRuleDialogProps): ReactElement {
  const plans = usePlans();
  const [isBusy, setBusy] = useState(false);
  const shares = rulePartsOf(scene.flag, { ...rule, shares: rule.distributions })
    .map(({ answer, share }) => `${formatPercent(share)} ${answerText(answer)}`)
    .join(', ');

  const remove = async (): Promise<void> => {
    setBusy(true);
    await plans.run(planRuleDelete(scene, rule), {
      success: rulesCopy.deleted,
      action: rulesCopy.actions.delete,
    });
    setBusy(false);
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
      <p>
        {rulesCopy.rule(index + 1)}. {copy.serves(choiceText(rule), shares)}
      </p>
      {index < scene.rules.length - 1 && <p>{copy.moveUp}</p>}
    </ConfirmDialog>
  );
}
