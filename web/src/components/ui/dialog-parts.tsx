import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { commonCopy } from '@/copy/common';

/** What dialogs and drawers take. Both are opened and closed by their owner. */
export interface LayerProps {
  readonly open: boolean;
  /** Asked by Escape, the close button or a press outside; the owner may keep it open, as a dirty form does. */
  readonly onClose: () => void;
  /** Its name and heading. */
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** The actions, the one that goes on last. */
  readonly footer?: ReactNode;
  /** What gets focus when it opens; otherwise the first control of the content, or else of all. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** What gets focus when it closes; otherwise what had it before. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

const control = ['input', 'textarea', 'select', 'button', 'a[href]', '[tabindex="0"]']
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(', ');

/**
 * What gets focus unless told: a control of the content rather than the close button above it. On a touch screen a
 * field would bring up the keyboard unasked.
 */
export function firstControlOf(content: HTMLElement | null, openedBy: string): HTMLElement | true {
  return (openedBy === 'touch' ? null : content?.querySelector<HTMLElement>(control)) ?? true;
}

/** The scrim below a dialog or drawer. */
export function Scrim({ className }: { readonly className: string }): ReactElement {
  return (
    <Base.Backdrop
      className={`fixed inset-0 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 ${className}`}
    />
  );
}

/** Heading, description and close button. */
export function LayerHeader({ title, description }: Pick<LayerProps, 'title' | 'description'>): ReactElement {
  return (
    <header className="flex items-start gap-4 px-6 pt-5 pb-4">
      <div className="min-w-0 flex-1">
        <Base.Title className="text-section font-semibold break-words">{title}</Base.Title>
        {description !== undefined && (
          <Base.Description className="mt-1 text-secondary text-muted">{description}</Base.Description>
        )}
      </div>
      <Base.Close
        render={
          <IconButton label={commonCopy.close} className="-me-2">
            <X aria-hidden size={16} />
          </IconButton>
        }
      />
    </header>
  );
}

/** The actions at the end of a layer. */
export function LayerFooter({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-6 py-4">
      {children}
    </footer>
  );
}
