import { type ReactElement, useState } from 'react';
import { type Flag, type Rollout } from '@/api/types';
import { usePlans, useWriteBlock } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { overrideOf, planRemoveOverride } from '@/lib/plan';

const copy = flagCopy.override;

interface OverrideStripProps {
  readonly flag: Flag;
  readonly rollouts: readonly Rollout[];
}

/** Says that everyone gets one value, and ends that. */
export function OverrideStrip({ flag, rollouts }: OverrideStripProps): ReactElement | null {
  const plans = usePlans();
  const block = useWriteBlock(copy.action);
  const [isBusy, setBusy] = useState(false);
  const override = overrideOf(rollouts);
  if (override === undefined) return null;
  const remove = async (): Promise<void> => {
    setBusy(true);
    await plans.run(planRemoveOverride({ flag, rollouts }, override), {
      success: copy.removed,
      action: copy.action,
    });
    setBusy(false);
  };
  return (
    <Banner
      tone="danger"
      actions={
        <Button size="compact" busy={isBusy} blocked={block} onClick={() => void remove()}>
          {copy.remove}
        </Button>
      }
    >
      {flagWords.everyoneGets(override.threshold.value ? flagWords.true : flagWords.false)}.{' '}
      {override.description}
    </Banner>
  );
}
