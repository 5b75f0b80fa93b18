import { EllipsisVertical } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type Rollout } from '@/api/types';
import { useCopyText } from '@/app/copy-text';
import { usePlans, useWriteBlock } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { rolloutsCopy as copy } from '@/copy/rollouts';
import { targetingCopy } from '@/copy/targeting';
import { rolloutJson } from '@/lib/export/export-json';
import { planRolloutCreate, planRolloutDelete } from '@/lib/plan';
import { MoveMenu } from '../targeting/move-menu';
import { useDrawer } from '../targeting/use-drawer';
import { type RolloutsScene, targetText, valueOf } from './rollout-scene';
import { valueText } from './rollout-values';

const MoveDialog = lazy(async () => ({ default: (await import('../targeting/move-dialog')).MoveDialog }));

interface RolloutMenuProps {
  readonly scene: RolloutsScene;
  readonly rollout: Rollout;
  /** Place of the rollout, from zero. */
  readonly index: number;
  readonly onMove: (from: number, to: number) => void;
}

/** What can be done with a rollout as a whole. */
export function RolloutMenu({ scene, rollout, index, onMove }: RolloutMenuProps): ReactElement {
  const plans = usePlans();
  const copyText = useCopyText();
  const drawer = useDrawer('rollout');
  const block = useWriteBlock(copy.actions.update);
  const createBlock = useWriteBlock(copy.actions.create);
  const deleteBlock = useWriteBlock(copy.actions.delete);
  const [question, setQuestion] = useState<'move' | 'delete'>();
  const [isBusy, setBusy] = useState(false);
  const close = (): void => {
    setQuestion(undefined);
  };

  const duplicate = (): void => {
    const plan = planRolloutCreate(scene, rollout, index + 1);
    void plans.run(plan, { success: copy.created, action: copy.actions.create });
  };

  const remove = async (): Promise<void> => {
    setBusy(true);
    const plan = planRolloutDelete(scene, rollout);
    await plans.run(plan, { success: copy.deleted, action: copy.actions.delete });
    setBusy(false);
    close();
  };

  return (
    <>
      <Menu
        blocked={block}
        trigger={
          <IconButton label={copy.menu(index + 1)} data-testid="rollout-menu-button">
            <EllipsisVertical aria-hidden size={16} />
          </IconButton>
        }
      >
        <MenuItem
          onSelect={() => {
            drawer.open(rollout.id);
          }}
        >
          {targetingCopy.edit}
        </MenuItem>
        <MenuItem blocked={createBlock} onSelect={duplicate}>
          {targetingCopy.duplicate}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            copyText(rolloutJson(rollout));
          }}
        >
          {targetingCopy.copyJson}
        </MenuItem>
        <MoveMenu
          index={index}
          count={scene.rollouts.length}
          onMove={(to) => {
            onMove(index, to);
          }}
          onAsk={() => {
            setQuestion('move');
          }}
        />
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
            count={scene.rollouts.length}
            onMove={(to) => {
              onMove(index, to);
            }}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={question === 'delete'}
        title={copy.deletion.title}
        action={commonCopy.delete}
        busy={isBusy}
        onClose={close}
        onConfirm={() => void remove()}
      >
        <p>
          {copy.titles[rollout.type]} {index + 1}:{' '}
          {copy.deletion.text(targetText(rollout), valueText(valueOf(rollout)))}
        </p>
      </ConfirmDialog>
    </>
  );
}
