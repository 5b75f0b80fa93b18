import { ChevronRight } from 'lucide-react';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { classes } from '@/components/ui/classes';

interface DisclosureProps {
  readonly label: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** Shows more when asked. It keeps by itself whether it is open, unless `open` says so. */
export function Disclosure({ label, open, onOpenChange, children }: DisclosureProps): ReactElement {
  const panelId = useId();
  const [isOpened, setOpened] = useState(false);
  const isOpen = open ?? isOpened;
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        className="-ms-1 inline-flex min-h-control-compact items-center gap-1 rounded-control px-1 text-start font-medium text-muted hover:text-text"
        onClick={() => {
          setOpened(!isOpen);
          onOpenChange?.(!isOpen);
        }}
      >
        <ChevronRight
          aria-hidden
          size={16}
          className={classes('shrink-0 transition-transform duration-120', isOpen && 'rotate-90')}
        />
        {label}
      </button>
      {isOpen && (
        <div id={panelId} className="pt-2">
          {children}
        </div>
      )}
    </div>
  );
}
