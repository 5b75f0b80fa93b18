import { type ReactElement } from 'react';
import { MenuItem, MenuSeparator, Submenu } from '@/components/ui/menu';
import { targetingCopy } from '@/copy/targeting';

const copy = targetingCopy.move;

interface MoveMenuProps {
  /** Place of the item, from zero. */
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  /** Asks for a position. */
  readonly onAsk: () => void;
}

/** The ways of moving an item without dragging it. */
export function MoveMenu({ index, count, onMove, onAsk }: MoveMenuProps): ReactElement {
  const last = count - 1;
  const item = (label: string, to: number): ReactElement => (
    <MenuItem
      onSelect={() => {
        onMove(to);
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <Submenu label={copy.title} blocked={count < 2 ? copy.only : undefined}>
      {index > 0 && item(copy.top, 0)}
      {index > 0 && item(copy.up, index - 1)}
      {index < last && item(copy.down, index + 1)}
      {index < last && item(copy.bottom, last)}
      <MenuSeparator />
      <MenuItem onSelect={onAsk}>{copy.toPosition}</MenuItem>
    </Submenu>
  );
}
