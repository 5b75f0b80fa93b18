import { CircleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { CopyButton } from '@/components/copy-button';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { commonCopy } from '@/copy/common';
import { kitCopy } from '@/copy/kit';

interface ErrorStateProps {
  /** What happened, in one line. */
  readonly title: string;
  readonly description?: ReactNode;
  /** What the server said and to which call; must hold no secret. */
  readonly details?: string | undefined;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Ways out, beside Retry. */
  readonly actions?: ReactNode;
}

/** A part of a page that could not be shown. */
export function ErrorState({
  title,
  description,
  details,
  onRetry,
  retrying = false,
  actions,
}: ErrorStateProps): ReactElement {
  return (
    <div role="alert" className="flex gap-3 rounded-card border border-border bg-surface p-4">
      <CircleAlert aria-hidden size={20} className="shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {description !== undefined && <div className="max-w-[72ch] text-muted">{description}</div>}
        {(onRetry !== undefined || actions !== undefined) && (
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {onRetry !== undefined && (
              <Button size="compact" busy={retrying} onClick={onRetry}>
                {commonCopy.retry}
              </Button>
            )}
            {actions}
          </div>
        )}
        {details !== undefined && (
          <div className="mt-2">
            <Disclosure label={commonCopy.details}>
              <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-3 break-words whitespace-pre-wrap">
                {details}
              </pre>
              <CopyButton text={details} label={kitCopy.copyDetails} withText className="mt-1" />
            </Disclosure>
          </div>
        )}
      </div>
    </div>
  );
}
