import { type ReactElement, useState } from 'react';
import { usePlans } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FileField } from '@/components/ui/file-field';
import { commonCopy } from '@/copy/common';
import { transferCopy } from '@/copy/transfer';
import { choiceKey, type CopyChoice, planCopy } from '@/lib/plan';
import { DryRun } from './dry-run';
import { canImport, type ImportScene, importOptions, useImport } from './use-import';

const copy = transferCopy.importing;

interface ImportDialogProps {
  readonly namespaceKey: string;
  readonly onClose: () => void;
}

/** Takes a file, shows what it would do, and only then does it. */
export function ImportDialog({ namespaceKey, onClose }: ImportDialogProps): ReactElement {
  const plans = usePlans();
  const { read, scene, problem, isReading } = useImport(namespaceKey);
  const [choices, setChoices] = useState<ReadonlyMap<string, CopyChoice>>(new Map());
  const plan = scene && planOf(scene, choices);
  const isEmpty = plan === undefined || plan.steps.length === 0;
  return (
    <Dialog
      open
      size="wide"
      title={copy.title}
      description={copy.description}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button
            variant="primary"
            busy={isReading}
            disabled={isEmpty}
            onClick={() => {
              if (isEmpty) return;
              onClose();
              void plans.run(plan, { action: transferCopy.action, success: copy.done });
            }}
          >
            {copy.run}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FileField
          label={copy.file}
          accept=".json,.yaml,.yml"
          onChange={(text) => {
            setChoices(new Map());
            void read(text);
          }}
        />
        {problem !== undefined && (
          <Banner tone="danger" live>
            {copy.problem(problem)}
          </Banner>
        )}
        {scene !== undefined && (
          <DryRun
            items={scene.items}
            choices={choices}
            onChoose={(item, choice) => {
              setChoices(new Map(choices).set(choiceKey(item), choice));
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function planOf({ file, items, target }: ImportScene, choices: ReadonlyMap<string, CopyChoice>) {
  const allowed = new Set(items.filter(canImport).map(choiceKey));
  const chosen = {
    flags: file.flags.filter(({ flag }) => allowed.has(choiceKey({ kind: 'flag', key: flag.key }))),
    segments: file.segments,
  };
  const plan = planCopy(file, chosen, target, importOptions, choices);
  return { ...plan, title: copy.plan(target.namespaceKey) };
}
