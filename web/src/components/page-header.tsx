import { type ReactElement, type ReactNode } from 'react';

interface PageHeaderProps {
  /** The only heading of level one; the shell moves focus to it after navigation. */
  readonly title: ReactNode;
  /** Beside the title: type, state, a copy button. */
  readonly badges?: ReactNode;
  readonly description?: ReactNode;
  /** At the end; the primary action last. */
  readonly actions?: ReactNode;
}

/** The head of every page. */
export function PageHeader({ title, badges, description, actions }: PageHeaderProps): ReactElement {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pb-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 tabIndex={-1} className="min-w-0 text-title font-semibold tracking-tight break-words">
            {title}
          </h1>
          {badges}
        </div>
        {description !== undefined && <p className="mt-1 max-w-[72ch] text-muted">{description}</p>}
      </div>
      {actions !== undefined && (
        <div data-no-print className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      )}
    </header>
  );
}
