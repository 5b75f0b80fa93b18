import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { detailsOf } from '@/api/api-error';
import { namespacePath } from '@/app/namespace';
import { isSettled, usePlans } from '@/changes';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { commonCopy } from '@/copy/common';
import { compareCopy } from '@/copy/compare';
import { dryRunCopy } from '@/copy/dry-run';
import { DryRunList } from '@/features/transfer';
import { formatCounted } from '@/lib/numbers';
import { choiceKey, type CopyChoices, isNeedless, type Plan } from '@/lib/plan';
import { CopyTargetFields, type TargetChoice } from './copy-target-fields';
import { type CopyRun, type CopySubject, useCopyRun } from './use-copy-run';

const copy = compareCopy.copy;

/** Most keys that the head of the dialog names. */
const NAMED = 10;

export interface CopyDialogProps extends CopySubject {
  readonly targetKey?: string;
  /** `isDone` when something was copied, or waits for review. */
  readonly onClose: (isDone: boolean) => void;
}

/** Copies flags and segments to another namespace, and says before what that does there. */
export function CopyDialog({ targetKey, onClose, ...subject }: CopyDialogProps): ReactElement {
  const plans = usePlans();
  const navigate = useNavigate();
  const first: TargetChoice | undefined =
    targetKey === undefined ? undefined : { kind: 'existing', key: targetKey };
  const run = useCopyRun(subject, first);
  const [isBusy, setBusy] = useState(false);

  const start = async (plan: Plan): Promise<void> => {
    setBusy(true);
    const place = placeOf(subject, run.dryRun?.choices, plan.namespaceKey);
    const outcome = await plans.run(plan, {
      success: successOf(subject),
      action: copy.action,
      wayOn: { label: copy.openIn(plan.namespaceKey), onPress: () => void navigate(place) },
    });
    setBusy(false);
    if (isSettled(outcome)) onClose(true);
  };
  const cancel = (): void => {
    onClose(false);
  };

  const { plan } = run;
  return (
    <Dialog
      open
      size="wide"
      title={copy.title}
      description={subjectText(subject)}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>{commonCopy.cancel}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={plan === undefined || isNeedless(plan)}
            onClick={() => {
              if (plan !== undefined) void start(plan);
            }}
          >
            {commonCopy.copy}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <CopyTargetFields sourceKey={subject.namespaceKey} target={run.target} onChange={run.setTarget} />
        {subject.flagKeys.length > 0 && <CopyOptionFields run={run} />}
        <DryRun run={run} isNeedless={plan !== undefined && isNeedless(plan)} />
      </div>
    </Dialog>
  );
}

interface RunProps {
  readonly run: CopyRun;
}

function CopyOptionFields({ run: { options, setOption } }: RunProps): ReactElement {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{copy.options}</legend>
      <Checkbox
        label={copy.withTargeting}
        checked={options.withTargeting}
        onChange={(isOn) => {
          setOption('withTargeting', isOn);
        }}
      />
      {options.withTargeting && (
        <Checkbox
          label={copy.withSegments}
          checked={options.withSegments}
          onChange={(isOn) => {
            setOption('withSegments', isOn);
          }}
        />
      )}
      <Checkbox
        label={copy.keepEnabled}
        description={copy.keepEnabledHelp}
        checked={options.keepEnabled}
        onChange={(isOn) => {
          setOption('keepEnabled', isOn);
        }}
      />
    </fieldset>
  );
}

function DryRun({ run, isNeedless }: RunProps & { readonly isNeedless: boolean }): ReactElement | null {
  if (run.error !== null) {
    return <ErrorState title={copy.unreadable} details={detailsOf(run.error)} onRetry={run.retry} />;
  }
  if (run.target === undefined) return null;
  if (run.dryRun === undefined) return <SkeletonRows rows={3} />;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">{dryRunCopy.title}</h3>
      <DryRunList run={run.dryRun} />
      {isNeedless && <p role="status">{dryRunCopy.nothing}</p>}
    </section>
  );
}

/** Where the copy is found: the page of a single one, or else the list. */
function placeOf(
  { flagKeys, segmentKeys }: CopySubject,
  choices: CopyChoices | undefined,
  namespaceKey: string,
): string {
  const kind = flagKeys.length > 0 ? 'flag' : 'segment';
  const [key, ...others] = [...flagKeys, ...segmentKeys];
  if (key === undefined || others.length > 0) return namespacePath(namespaceKey, `${kind}s`);
  const choice = choices?.get(choiceKey({ kind, key }));
  return namespacePath(namespaceKey, `${kind}s`, typeof choice === 'object' ? choice.copyAs : key);
}

function successOf(subject: CopySubject): string {
  const { flag, segment, several } = copy.copied;
  const { flagKeys, segmentKeys } = subject;
  if (flagKeys.length + segmentKeys.length === 1) return flagKeys.length === 1 ? flag : segment;
  return several(countsOf(subject));
}

/** The keys of what is copied, or how many there are where that would be a wall of keys. */
function subjectText(subject: CopySubject): string {
  const keys = [...subject.flagKeys, ...subject.segmentKeys];
  return keys.length > NAMED ? countsOf(subject) : keys.join(', ');
}

function countsOf({ flagKeys, segmentKeys }: CopySubject): string {
  return [
    ...(flagKeys.length > 0 ? [formatCounted(flagKeys.length, 'flag')] : []),
    ...(segmentKeys.length > 0 ? [formatCounted(segmentKeys.length, 'segment')] : []),
  ].join(', ');
}
