import { type ReactElement } from 'react';
import { classes } from '@/components/ui/classes';

/** A grey place of what is still loading; give it the size of that by `className`. */
export function Skeleton({ className }: { readonly className?: string }): ReactElement {
  return (
    <span aria-hidden className={classes('block h-4 animate-pulse rounded-control bg-border', className)} />
  );
}

/** Rows of a list that is still loading. */
export function SkeletonRows({ rows = 6 }: { readonly rows?: number }): ReactElement {
  return (
    <div aria-hidden className="rounded-card border border-border bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-4 border-b border-border px-4 last:border-b-0">
          <Skeleton className="w-2/5" />
          <Skeleton className="w-1/4 max-md:hidden" />
          <Skeleton className="ms-auto w-16" />
        </div>
      ))}
    </div>
  );
}
