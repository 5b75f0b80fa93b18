import { type ReactElement, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { NumberField } from '@/components/ui/number-field';
import { commonCopy } from '@/copy/common';
import { targetingCopy } from '@/copy/targeting';

const copy = targetingCopy.move;

interface MoveDialogProps {
  /** As in `Move rule 2`. */
  readonly title: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onClose: () => void;
}

/** Asks for the new place of an item. */
export function MoveDialog({ title, index, count, onMove, onClose }: MoveDialogProps): ReactElement {
  const [position, setPosition] = useState<number | null>(index + 1);
  const isPossible = position !== null && Number.isInteger(position) && position >= 1 && position <= count;
  const move = (): void => {
    if (!isPossible) return;
    onMove(position - 1);
    onClose();
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button variant="primary" disabled={!isPossible} onClick={move}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <NumberField
          label={copy.position}
          value={position}
          min={1}
          max={count}
          decimals={0}
          error={isPossible ? undefined : copy.range(count)}
          onChange={setPosition}
        />
      </form>
    </Dialog>
  );
}
