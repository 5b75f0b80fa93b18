import { type ReactElement } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { TextArea } from '@/components/ui/text-area';
import { kitCopy } from '@/copy/kit';

interface CopyByHandProps {
  readonly text: string;
  /** Its name, as in `Copy key`. */
  readonly label: string;
  readonly onClose: () => void;
}

/** Shows a text selected, where pages may not write to the clipboard. */
export function CopyByHand({ text, label, onClose }: CopyByHandProps): ReactElement {
  return (
    <Dialog open title={label} description={kitCopy.clipboard.blocked} onClose={onClose}>
      <TextArea
        label={kitCopy.clipboard.text}
        mono
        readOnly
        value={text}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
      />
    </Dialog>
  );
}
