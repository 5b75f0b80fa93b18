import { type ReactElement } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { conflictsCopy } from '@/copy/conflicts';

/** What was entered stands on a state that is no longer the stored one. */
export function ChangedElsewhere({ onShow }: { readonly onShow: () => void }): ReactElement {
  return (
    <Banner
      tone="warn"
      live
      actions={
        <Button size="compact" onClick={onShow}>
          {conflictsCopy.show}
        </Button>
      }
    >
      {conflictsCopy.notice}
    </Banner>
  );
}
