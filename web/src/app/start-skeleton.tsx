import { type ReactElement } from 'react';
import { commonCopy } from '@/copy/common';

/** The frame of the page while it is found out who asks: bars where the bars will be. */
export function StartSkeleton(): ReactElement {
  return (
    <div aria-busy="true" aria-label={commonCopy.loading} role="status" className="min-h-screen">
      <div className="h-12 border-b border-border bg-surface" />
      <div className="hidden h-[calc(100vh-3rem)] w-60 border-e border-border bg-surface md:block" />
    </div>
  );
}
