import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { kitCopy } from '@/copy/kit';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Where it gives a promise, the button that goes on is busy until that is kept. */
  readonly onConfirm: () => unknown;
  /** As in `Delete Flag`. */
  readonly title: string;
  /** The button that goes on, as in `Delete`. */
  readonly action: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** Text that must be typed first, such as the key of what goes. */
  readonly typed?: string;
  /** What must be ticked first. */
  readonly acknowledge?: string;
  /** Left of the buttons, such as a download. */
  readonly extra?: ReactNode;
  /** What will happen, in full. */
  readonly children: ReactNode;
}

/** Asks before something is lost. Focus starts where nothing is lost: on Cancel, or on what must be typed. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  // What was typed or ticked belongs to one question: it starts empty each time.
  return <>{props.open && <Question {...props} />}</>;
}

function Question({
  onClose,
  onConfirm,
  title,
  action,
  danger = true,
  busy = false,
  typed,
  acknowledge,
  extra,
  children,
}: ConfirmDialogProps): ReactElement {
  const cancel = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isAcknowledged, setAcknowledged] = useState(false);
  const isReady = (typed === undefined || text === typed) && (acknowledge === undefined || isAcknowledged);
  return (
    <Dialog
      open
      alert
      title={title}
      onClose={onClose}
      initialFocus={typed === undefined ? cancel : field}
      footer={
        <>
          {extra !== undefined && <span className="me-auto">{extra}</span>}
          <Button ref={cancel} onClick={onClose}>
            {commonCopy.cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!isReady} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-2">{children}</div>
        {acknowledge !== undefined && (
          <Checkbox label={acknowledge} checked={isAcknowledged} onChange={setAcknowledged} />
        )}
        {typed !== undefined && (
          <TextField
            ref={field}
            label={kitCopy.typeToConfirm(typed)}
            mono
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
