import { type ReactElement, useRef, useState } from 'react';
import { type CreatedToken } from '@/api/tokens';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { tokensCopy } from '@/copy/tokens';
import { tokenName } from './token-facts';

interface CreatedTokenDialogProps {
  readonly created: CreatedToken;
  readonly onClose: () => void;
}

/** Shows the secret of a new token for the only time; it closes once the secret is somewhere else. */
export function CreatedTokenDialog({ created, onClose }: CreatedTokenDialogProps): ReactElement {
  const copy = tokensCopy.created;
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<'copied' | 'by-hand'>();
  const [isStored, setStored] = useState(false);
  const mayClose = copying === 'copied' || isStored;
  const copySecret = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(created.secret);
      setCopying('copied');
    } catch {
      field.current?.select();
      setCopying('by-hand');
    }
  };
  const close = (): void => {
    if (mayClose) onClose();
  };
  const hint = { copied: copy.copied, 'by-hand': copy.byHand };
  return (
    <Dialog
      open
      alert
      title={copy.title}
      description={copy.text}
      onClose={close}
      initialFocus={field}
      footer={
        <>
          <Button variant={mayClose ? 'secondary' : 'primary'} onClick={() => void copySecret()}>
            {commonCopy.copy}
          </Button>
          <Button variant={mayClose ? 'primary' : 'secondary'} disabled={!mayClose} onClick={close}>
            {commonCopy.close}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          ref={field}
          mono
          readOnly
          label={copy.secret(tokenName(created.record))}
          value={created.secret}
          description={<span role="status">{copying === undefined ? '' : hint[copying]}</span>}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        <Checkbox label={copy.stored} checked={isStored} onChange={setStored} />
      </div>
    </Dialog>
  );
}
