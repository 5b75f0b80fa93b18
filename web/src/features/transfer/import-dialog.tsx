import { type ReactElement } from 'react';
import { usePlans } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FileField } from '@/components/ui/file-field';
import { commonCopy } from '@/copy/common';
import { transferCopy } from '@/copy/transfer';
import { isNeedless } from '@/lib/plan';
import { DryRunList } from './dry-run-list';
import { useDryRun } from './use-dry-run';
import { useImport } from './use-import';

const copy = transferCopy.importing;

interface ImportDialogProps {
  readonly namespaceKey: string;
  readonly onClose: () => void;
}

/** Takes a file, shows what it would do, and only then does it. */
export function ImportDialog({ namespaceKey, onClose }: ImportDialogProps): ReactElement {
  const plans = usePlans();
  const { read, scene, problem, isReading } = useImport(namespaceKey);
  const run = useDryRun(scene, scene);
  const plan = run?.plan();
  const isEmpty = plan === undefined || isNeedless(plan);
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
              const titled = { ...plan, title: copy.plan(namespaceKey) };
              void plans.run(titled, { action: transferCopy.action, success: copy.done });
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
          onChange={(text, fileName) => void read(text, fileName)}
        />
        {problem !== undefined && (
          <Banner tone="danger" live>
            {copy.problem(problem)}
          </Banner>
        )}
        {run !== undefined && <DryRunList run={run} />}
      </div>
    </Dialog>
  );
}
