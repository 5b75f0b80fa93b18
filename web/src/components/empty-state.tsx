import { type ReactElement, type ReactNode } from 'react';

interface EmptyStateProps {
  /** An icon of 24 px. */
  readonly icon?: ReactNode;
  /** One line: what is missing or why. */
  readonly title: string;
  readonly description?: ReactNode;
  /** One action; filters that hide everything show their chips here. */
  readonly action?: ReactNode;
}

/**
 * Why there is nothing to see. Nothing exists, nothing matches and not allowed are three different texts and are never
 * mixed.
 */
export function EmptyState({ icon, title, description, action }: EmptyStateProps): ReactElement {
  return (
    <div className="flex flex-col items-center gap-1 rounded-card border border-dashed border-border px-6 py-12 text-center">
      {icon !== undefined && <span className="mb-2 text-faint">{icon}</span>}
      <p className="font-medium">{title}</p>
      {description !== undefined && <div className="max-w-[56ch] text-muted">{description}</div>}
      {action !== undefined && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-2">{action}</div>
      )}
    </div>
  );
}
