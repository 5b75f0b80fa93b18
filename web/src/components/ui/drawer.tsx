import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactElement, useRef } from 'react';
import {
  firstControlOf,
  LayerFooter,
  LayerHeader,
  type LayerProps,
  Scrim,
} from '@/components/ui/dialog-parts';

/** A form at the end of the page: 520 px wide, the whole width on small screens. Drawers may be nested. */
export function Drawer({
  open,
  onClose,
  title,
  description,
  footer,
  initialFocus,
  finalFocus,
  children,
}: LayerProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Scrim className="z-20" />
        <Base.Popup
          initialFocus={initialFocus ?? ((openedBy) => firstControlOf(content.current, openedBy))}
          finalFocus={finalFocus}
          className="fixed inset-y-0 end-0 z-20 flex w-full flex-col border-s border-border bg-raised text-text shadow-layer transition-[opacity,transform] duration-180 outline-none data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0 min-[40rem]:max-w-[32.5rem]"
        >
          <LayerHeader title={title} description={description} />
          <div ref={content} className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6">
            {children}
          </div>
          {footer !== undefined && <LayerFooter>{footer}</LayerFooter>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
