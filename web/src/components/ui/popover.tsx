import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';
import { layerClasses } from '@/components/ui/layer-classes';

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  /** Its heading and name. */
  readonly title: string;
  /** Keeps the heading for screen readers only. */
  readonly hideTitle?: boolean;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A small layer beside its button, for what is read or set quickly. */
export function Popover({
  trigger,
  title,
  hideTitle = false,
  align = 'start',
  open,
  onOpenChange,
  children,
}: PopoverProps): ReactElement {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-40 outline-none">
          <Base.Popup className={classes(layerClasses, 'w-80 p-4')}>
            <Base.Title className={hideTitle ? 'sr-only' : 'mb-2 font-semibold'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
