import { type ReactElement } from 'react';
import { commonCopy } from '@/copy/common';

/** The frame of the page while it is found out who asks: bars where the bars will be, as `index.html` has them. */
export function StartSkeleton(): ReactElement {
  return (
    <div aria-busy="true" aria-label={commonCopy.loading} role="status" className="min-h-screen">
      <div
        aria-hidden
        className="flex h-12 items-center border-b border-border bg-surface px-3 font-semibold text-text"
      >
        {commonCopy.product}
      </div>
      <div className="hidden h-[calc(100vh-3rem)] w-60 border-e border-border bg-surface md:block" />
    </div>
  );
}
