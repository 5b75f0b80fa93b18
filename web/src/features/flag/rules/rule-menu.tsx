import { EllipsisVertical } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type Rule } from '@/api/types';
import { namespacePath } from '@/app/namespace';
import { useCopyText } from '@/app/copy-text';
import { usePlans, useWriteBlock } from '@/changes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { rulesCopy as copy } from '@/copy/rules';
import { targetingCopy } from '@/copy/targeting';
import { ruleJson } from '@/lib/export/export-json';
import { planRuleCreate } from '@/lib/plan';
import { MoveMenu } from '../targeting/move-menu';
import { type RulesScene } from './rule-scene';

const MoveDialog = lazy(async () => ({ default: (await import('../targeting/move-dialog')).MoveDialog }));
const DeleteRuleDialog = lazy(async () => ({
  default: (await import('./delete-rule-dialog')).DeleteRuleDialog,
}));

interface RuleMenuProps {
  readonly scene: RulesScene;
  readonly rule: Rule;
  /** Place of the rule, from zero. */
  readonly index: number;
  readonly onMove: (from: number, to: number) => void;
}

/** What can be done with a rule as a whole. */
export function RuleMenu({ scene, rule, index, onMove }: RuleMenuProps): ReactElement {
  const plans = usePlans();
  const copyText = useCopyText();
  const block = useWriteBlock(copy.actions.update);
  const createBlock = useWriteBlock(copy.actions.create);
  const deleteBlock = useWriteBlock(copy.actions.delete);
  const [question, setQuestion] = useState<'move' | 'delete'>();
  const close = (): void => {
    setQuestion(undefined);
  };
  const { flag, rules } = scene;

  const duplicate = (): void => {
    const shares = rule.distributions.map(({ variantId, rollout }) => ({ variantId, rollout }));
    const plan = planRuleCreate(scene, { ...rule, shares }, index + 1);
    void plans.run(plan, { success: copy.created, action: copy.actions.create });
  };

  return (
    <>
      <Menu
        blocked={block}
        trigger={
          <IconButton label={copy.menu(index + 1)} data-testid="rule-menu-button">
            <EllipsisVertical aria-hidden size={16} />
          </IconButton>
        }
      >
        <MenuItem blocked={createBlock} onSelect={duplicate}>
          {targetingCopy.duplicate}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            copyText(ruleJson(flag, rule));
          }}
        >
          {targetingCopy.copyJson}
        </MenuItem>
        <MoveMenu
          index={index}
          count={rules.length}
          onMove={(to) => {
            onMove(index, to);
          }}
          onAsk={() => {
            setQuestion('move');
          }}
        />
        <MenuLinkItem to={namespacePath(flag.namespaceKey, 'console', flag.key)}>
          {targetingCopy.testInConsole}
        </MenuLinkItem>
        <MenuSeparator />
        <MenuItem
          danger
          blocked={deleteBlock}
          onSelect={() => {
            setQuestion('delete');
          }}
        >
          {commonCopy.delete}
        </MenuItem>
      </Menu>
      <Suspense>
        {question === 'move' && (
          <MoveDialog
            title={copy.move(index + 1)}
            index={index}
            count={rules.length}
            onMove={(to) => {
              onMove(index, to);
            }}
            onClose={close}
          />
        )}
        {question === 'delete' && (
          <DeleteRuleDialog scene={scene} rule={rule} index={index} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
