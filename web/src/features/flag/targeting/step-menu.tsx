import { EllipsisVertical } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useCopyText } from '@/app/copy-text';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '@/components/ui/menu';
import { commonCopy } from '@/copy/common';
import { targetingCopy } from '@/copy/targeting';
import { MoveMenu } from './move-menu';
import { type Step, type StepKind, type StepProps, type StepValues, type StepState } from './step-kind';
import { useDrawer } from './use-drawer';
import { useFlagPlan } from './use-flag-plan';

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog')).MoveDialog }));

interface StepMenuProps<
  S extends Step & Draft,
  Draft extends StepState,
  Values extends StepValues,
> extends StepProps<S> {
  readonly kind: StepKind<S, Draft, Values>;
  readonly onMove: (from: number, to: number) => void;
}

/** What can be done with a rule or rollout as a whole. */
export function StepMenu<S extends Step & Draft, Draft extends StepState, Values extends StepValues>({
  kind,
  onMove,
  ...place
}: StepMenuProps<S, Draft, Values>): ReactElement {
  const { scene, step, index } = place;
  const { flag, steps } = scene;
  const { copy } = kind;
  const { run, isSaving } = useFlagPlan(flag);
  const copyText = useCopyText();
  const drawer = useDrawer(kind.name);
  const block = useWriteBlock(copy.actions.update);
  const createBlock = useWriteBlock(copy.actions.create);
  const deleteBlock = useWriteBlock(copy.actions.delete);
  const [question, setQuestion] = useState<'move' | 'delete'>();
  const close = (): void => {
    setQuestion(undefined);
  };
  const move = (to: number): void => {
    onMove(index, to);
  };

  const duplicate = (): void => {
    void run((shown, library) => kind.plansOf(library).create(shown, step, index + 1), {
      success: copy.created,
      action: copy.actions.create,
    });
  };

  const remove = async (): Promise<void> => {
    await run((shown, library) => kind.plansOf(library).delete(shown, step), {
      success: copy.deleted,
      action: copy.actions.delete,
    });
    close();
  };

  return (
    <>
      <Menu
        blocked={block}
        trigger={
          <IconButton label={copy.menu(index + 1)} data-testid={`${kind.name}-menu-button`}>
            <EllipsisVertical aria-hidden size={16} />
          </IconButton>
        }
      >
        {kind.hasDrawer && (
          <MenuItem
            onSelect={() => {
              drawer.open(step.id);
            }}
          >
            {targetingCopy.edit}
          </MenuItem>
        )}
        <MenuItem blocked={createBlock} onSelect={duplicate}>
          {targetingCopy.duplicate}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            copyText(jsonOf(kind.list, step));
          }}
        >
          {targetingCopy.copyJson}
        </MenuItem>
        <MoveMenu
          index={index}
          count={steps.length}
          onMove={move}
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
            count={steps.length}
            onMove={move}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={question === 'delete'}
        title={copy.deletionTitle}
        action={commonCopy.delete}
        busy={isSaving}
        onClose={close}
        onConfirm={() => void remove()}
      >
        {kind.lossOf(place).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}

/** A step as files have it. */
async function jsonOf(list: 'rules' | 'rollouts', step: StepState): Promise<string> {
  return (await import('@/lib/documents')).stepJson(list, step);
}
