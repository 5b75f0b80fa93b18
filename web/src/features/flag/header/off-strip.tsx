import { type FlagOff, timestampText } from '@pennon/domain';
import { type ReactElement, useState } from 'react';
import { useWriteBlock } from '@/changes';
import { Time } from '@/components/time';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { flagWords } from '@/copy/flag-words';
import { turningCopy as copy } from '@/copy/turning';
import { type Flag } from '@/lib/model';
import { useTurning } from './use-turning';

interface OffStripProps {
  readonly flag: Flag;
  readonly off: FlagOff;
}

/** Says who turned the flag off, when and why, and turns it on. */
export function OffStrip({ flag, off }: OffStripProps): ReactElement {
  const { turnOn } = useTurning();
  const block = useWriteBlock(flagWords.actions.update);
  const [isBusy, setBusy] = useState(false);
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
      {copy.since(off.by)} <Time timestamp={timestampText(off.at)} />. {off.reason}
    </Banner>
  );
}
