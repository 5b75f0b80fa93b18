import { cloneElement, type ReactElement } from 'react';

interface TooltipProps {
  /** Undefined shows none; the element stays the same one, so that it keeps focus. */
  readonly text: string | undefined;
  readonly side?: TooltipSide;
  /** The control; it must take and pass on the properties of its element. */
  readonly children: ReactElement;
}

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

/** What `TooltipHost` finds elements with a tooltip by. */
interface TooltipMarks {
  readonly 'data-tooltip'?: string | undefined;
  readonly 'data-tooltip-side'?: TooltipSide | undefined;
}

/**
 * A short text shown on hover and focus. It repeats what the control already says to screen readers (its name, or
 * what describes it) and is never the only place of anything.
 *
 * The element is marked and no more, because a page has hundreds of them: `TooltipHost` shows the text.
 */
export function Tooltip({ text, side, children }: TooltipProps): ReactElement {
  // Without a text it leaves alone what another one, around the control, has given.
  const marks: TooltipMarks = text === undefined ? {} : { 'data-tooltip': text, 'data-tooltip-side': side };
  return cloneElement(children, marks);
}
