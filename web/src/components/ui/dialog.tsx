import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactElement, useRef } from 'react';
import { classes } from '@/components/ui/classes';
import {
  firstControlOf,
  LayerFooter,
  LayerHeader,
  type LayerProps,
  Scrim,
} from '@/components/ui/dialog-parts';

export interface DialogProps extends LayerProps {
  /** Regular is 480 px; wide holds diffs and tables. */
  readonly size?: 'regular' | 'wide';
  /** For questions that must be answered: announced as an alert, not closed by a press outside. */
  readonly alert?: boolean;
}

/** A question or a short form in the middle of the page. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  size = 'regular',
  alert = false,
  initialFocus,
  finalFocus,
  children,
}: DialogProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={alert}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Scrim className="z-30" />
        <Base.Viewport className="fixed inset-0 z-30 flex items-center justify-center overflow-hidden p-4">
          <Base.Popup
            {...(alert ? { role: 'alertdialog' } : {})}
            initialFocus={initialFocus ?? ((openedBy) => firstControlOf(content.current, openedBy))}
            finalFocus={finalFocus}
            className={classes(
              'flex max-h-full w-full flex-col rounded-dialog border border-border bg-raised text-text shadow-layer outline-none',
              'transition-[opacity,transform] duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              size === 'regular' ? 'max-w-[30rem]' : 'max-w-[56rem]',
            )}
          >
            <LayerHeader title={title} description={description} />
            {children !== undefined && (
              <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6">
                {children}
              </div>
            )}
            {footer !== undefined && <LayerFooter>{footer}</LayerFooter>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
