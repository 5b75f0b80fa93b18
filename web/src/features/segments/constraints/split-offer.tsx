import { type ReactElement } from 'react';
import { Banner } from '@/components/ui/banner';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { segmentConstraintsCopy } from '@/copy/segments';

interface SplitOfferProps extends Blockable {
  readonly parts: number;
  readonly onSplit: () => void;
}

/** A list that is too long for one constraint can be saved as several. */
export function SplitOffer({ parts, onSplit, blocked }: SplitOfferProps): ReactElement {
  const copy = segmentConstraintsCopy.list;
  return (
    <Banner
      live
      actions={
        <Button size="compact" blocked={blocked} onClick={onSplit}>
          {copy.split(parts)}
        </Button>
      }
    >
      {copy.splitHint}
    </Banner>
  );
}
