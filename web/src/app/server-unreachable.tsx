import { type ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { commonCopy } from '@/copy/common';
import { shellCopy } from '@/copy/shell';

/** Shown when the start gets no answer; never taken for being signed out. */
export function ServerUnreachable({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-24" role="alert">
      <h1 className="text-title font-semibold">{shellCopy.start.title}</h1>
      <p className="text-muted">{shellCopy.start.text}</p>
      <Button variant="primary" onClick={onRetry}>
        {commonCopy.retry}
      </Button>
    </main>
  );
}
