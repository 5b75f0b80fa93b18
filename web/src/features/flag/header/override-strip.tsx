import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { type Flag, type Rollout } from '@/lib/model';
import { overrideOf } from '@/lib/plan/override-of';
import { useFlagPlan } from '../targeting/use-flag-plan';

const copy = flagCopy.override;

interface OverrideStripProps {
  readonly flag: Flag;
  readonly rollouts: readonly Rollout[];
}

/** Says that everyone gets one value, and ends that. */
export function OverrideStrip({ flag, rollouts }: OverrideStripProps): ReactElement | null {
  const { run, isSaving } = useFlagPlan(flag);
  const block = useWriteBlock(copy.action);
  const override = overrideOf(rollouts);
  if (override === undefined) return null;
  const remove = async (): Promise<void> => {
    await run((shown, { planRemoveOverride }) => planRemoveOverride(shown, override), {
      success: copy.removed,
      action: copy.action,
    });
  };
  return (
    <Banner
      tone="danger"
      actions={
        <Button size="compact" busy={isSaving} blocked={block} onClick={() => void remove()}>
          {copy.remove}
        </Button>
      }
    >
      {flagWords.everyoneGets(override.step.value ? flagWords.true : flagWords.false)}. {override.description}
    </Banner>
  );
}
