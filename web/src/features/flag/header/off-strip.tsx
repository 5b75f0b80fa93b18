import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { Time } from '@/components/time';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { flagCopy } from '@/copy/flag';
import { useTurning } from './use-turning';

/** Says who turned the flag off, when and why, and turns it on. */
export function OffStrip({ flag }: { readonly flag: Flag }): ReactElement | null {
  const copy = flagCopy.off;
  const { turnOn } = useTurning();
  const block = useWriteBlock(flagCopy.actions.update);
  const [isBusy, setBusy] = useState(false);
  const { off } = flag;
  if (off === undefined) return null;
  const turn = async (): Promise<void> => {
    setBusy(true);
    await turnOn(flag);
    setBusy(false);
  };
  return (
    <Banner
      tone="danger"
      actions={
        <Button size="compact" busy={isBusy} blocked={block} onClick={() => void turn()}>
          {copy.turnOn}
        </Button>
      }
    >
      {copy.since(off.by)} <Time timestamp={off.at} />. {off.reason}
    </Banner>
  );
}
