import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement } from 'react';

interface TooltipProps {
  /** Undefined shows none; the element stays the same one, so that it keeps focus. */
  readonly text: string | undefined;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** The control; it must take and pass on the properties of its element. */
  readonly children: ReactElement;
}

/**
 * A short text shown on hover and focus. It repeats what the control already says to screen readers (its name, or
 * what describes it) and is never the only place of anything.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps): ReactElement {
  return (
    <Base.Root disabled={text === undefined}>
      <Base.Trigger delay={400} closeOnClick={false} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-40">
          <Base.Popup className="max-w-72 rounded-control bg-text px-2 py-1 text-caption font-medium text-canvas shadow-layer transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
