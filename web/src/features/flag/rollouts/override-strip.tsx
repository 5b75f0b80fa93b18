import { type ReactElement, useState } from 'react';
import { usePlans, useWriteBlock } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { rolloutsCopy } from '@/copy/rollouts';
import { overrideOf, planRemoveOverride } from '@/lib/plan';
import { type RolloutsScene, valueOf } from './rollout-scene';
import { valueText } from './rollout-values';

const copy = rolloutsCopy.override;

/** Says that everyone gets one value, and ends that (dashboard.md RO-9). */
export function OverrideStrip({ scene }: { readonly scene: RolloutsScene }): ReactElement | null {
  const plans = usePlans();
  const block = useWriteBlock(copy.action);
  const [isBusy, setBusy] = useState(false);
  const override = overrideOf(scene.rollouts);
  if (override === undefined) return null;
  const remove = async (): Promise<void> => {
    setBusy(true);
    await plans.run(planRemoveOverride(scene, override), { success: copy.removed, action: copy.action });
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
      {copy.strip(valueText(valueOf(override)))} {override.description}
    </Banner>
  );
}
