import { type ReactElement, useState } from 'react';
import { isDone, usePlans } from '@/changes';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { plansCopy } from '@/copy/plans';
import { samplesCopy as copy } from '@/copy/samples';
import { planSamples, planSamplesRemoval, sampleFlags, sampleSegments } from '@/lib/samples';

interface SamplesButtonProps extends Blockable {
  /** True where they are loaded: it removes them then. */
  readonly isThere: boolean;
  /** Told when they are loaded or removed. */
  readonly onDone?: () => void;
}

/** Loads the sample data after saying what it is, or removes it again. */
export function SamplesButton({ isThere, blocked, onDone }: SamplesButtonProps): ReactElement {
  const plans = usePlans();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const success = isThere ? copy.removed : copy.loaded;
    const all = isThere ? planSamplesRemoval() : [planSamples()];
    let isWell = true;
    for (const plan of all) {
      // Done is what the last one does.
      const told = plan === all.at(-1) ? { success } : {};
      isWell &&= isDone(await plans.run(plan, { ...told, action: copy.action }));
    }
    setBusy(false);
    setAsking(false);
    if (isWell) onDone?.();
  };
  const label = isThere ? copy.remove : copy.load;
  return (
    <>
      <Button
        blocked={blocked}
        onClick={() => {
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={label}
        action={isThere ? copy.remove : copy.confirm}
        danger={isThere}
        busy={isBusy}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => void run()}
      >
        <p>{isThere ? copy.removeText : copy.question}</p>
        <ul className="list-disc ps-5">
          {sampleFlags.map(({ key, description }) => (
            <li key={key}>
              {plansCopy.flag(key)}: {description}
            </li>
          ))}
          {sampleSegments.map(({ key, description }) => (
            <li key={key}>
              {plansCopy.segment(key)}: {description}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
