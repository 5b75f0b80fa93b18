import { ChevronRight, Pencil } from 'lucide-react';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Chip } from '@/components/ui/chip';
import { classes } from '@/components/ui/classes';
import { targetingCopy as copy } from '@/copy/targeting';

interface TargetCardProps {
  /** Its heading, and the name of the button that expands it. */
  readonly title: ReactNode;
  /** Moves the card; undefined where the order is fixed. */
  readonly handle: ReactNode;
  readonly menu: ReactNode;
  readonly isDirty: boolean;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** What it does, always visible. */
  readonly summary: ReactNode;
  /** Its form, visible when the card is expanded. */
  readonly children: ReactNode;
}

/** One rule or rollout: what it does, and its form when it is expanded. */
export function TargetCard({
  title,
  handle,
  menu,
  isDirty,
  isOpen,
  onOpenChange,
  summary,
  children,
}: TargetCardProps): ReactElement {
  const headingId = useId();
  const panelId = useId();
  return (
    <section aria-labelledby={headingId} className="rounded-card border border-border bg-surface">
      <header className="flex flex-wrap items-center gap-1 px-2 pt-2">
        {handle}
        <h3 id={headingId} className="min-w-0 flex-1 font-semibold">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => {
              onOpenChange(!isOpen);
            }}
            className="inline-flex min-h-control-compact items-center gap-1 rounded-control px-1 text-start hover:bg-sunken"
          >
            <ChevronRight
              aria-hidden
              size={16}
              className={classes(
                'shrink-0 text-muted transition-transform duration-120',
                isOpen && 'rotate-90',
              )}
            />
            {title}
          </button>
        </h3>
        {isDirty && (
          <Chip tone="warn" icon={<Pencil aria-hidden size={12} />}>
            {copy.unsaved}
          </Chip>
        )}
        {menu}
      </header>
      <div className="flex flex-col gap-2 px-4 pt-1 pb-4">{summary}</div>
      {isOpen && (
        <div id={panelId} className="border-t border-border p-4">
          {children}
        </div>
      )}
    </section>
  );
}
