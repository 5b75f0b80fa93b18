import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type ShownTooltip, watchTooltips } from '@/components/ui/tooltip-watch';

/** Shows the texts of all `Tooltip`s of the page: only one shows at a time. */
export function TooltipHost(): ReactElement {
  const [shown, setShown] = useState<ShownTooltip>();
  // What fades out still says what it said.
  const [last, setLast] = useState<ShownTooltip>();
  if (shown !== undefined && shown !== last) setLast(shown);
  const popup = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      watchTooltips(
        (next) => {
          setShown((before) => (isSame(before, next) ? before : next));
        },
        (element) => popup.current?.contains(element) === true,
      ),
    [],
  );
  return (
    <Base.Root open={shown !== undefined}>
      <Base.Portal>
        <Base.Positioner anchor={last?.anchor} side={last?.side} sideOffset={6} className="z-40">
          <Base.Popup
            ref={popup}
            className="max-w-72 rounded-control bg-text px-2 py-1 text-caption font-medium text-canvas shadow-layer transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {last?.text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function isSame(one: ShownTooltip | undefined, other: ShownTooltip | undefined): boolean {
  return one?.anchor === other?.anchor && one?.text === other?.text;
}
