import { type ReactElement } from 'react';
import { Skeleton } from '@/components/ui/skeleton';

/** The shape of the page before the flag is there. */
export function FlagSkeleton(): ReactElement {
  return (
    <div className="flex max-w-[55rem] flex-col gap-4">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="w-96 max-w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-48 w-full" />
    </div>
  );
}
