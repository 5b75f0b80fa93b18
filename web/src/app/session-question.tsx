import { type ReactElement, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { shellCopy } from '@/copy/shell';

interface SessionQuestionProps {
  readonly open: boolean;
  readonly isChecking: boolean;
  /** The person said to have signed in elsewhere, and has not. */
  readonly isStillOut: boolean;
  /** The name of somebody else who has signed in meanwhile. */
  readonly other: string | undefined;
  readonly onCheck: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** What {@link SessionDialog} asks; on its own, as most visits never see it. */
export function SessionQuestion({
  open,
  isChecking,
  isStillOut,
  other,
  onCheck,
  onLeave,
  onClose,
}: SessionQuestionProps): ReactElement {
  const copy = shellCopy.session;
  const again = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      alert
      title={copy.title}
      initialFocus={again}
      description={copy.text}
      onClose={onClose}
      footer={
        <>
          <Button busy={isChecking} onClick={onCheck}>
            {other === undefined ? copy.elsewhere : copy.goOnAs(other)}
          </Button>
          <Button ref={again} variant="primary" onClick={onLeave}>
            {copy.again}
          </Button>
        </>
      }
    >
      {isStillOut && <p role="alert">{copy.stillOut}</p>}
      {other !== undefined && <p role="alert">{copy.other(other)}</p>}
    </Dialog>
  );
}
