import { type ReactElement } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

interface NotKnownProps {
  readonly isLoading?: boolean;
  /** What the dash says to screen readers. */
  readonly children: string;
}

/** In place of a value that is on its way, or a dash for one that nobody knows. */
export function NotKnown({ isLoading = false, children }: NotKnownProps): ReactElement {
  if (isLoading) return <Skeleton className="w-16" />;
  return (
    <span className="text-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">{children}</span>
    </span>
  );
}
