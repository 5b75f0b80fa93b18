import { type ComponentProps, lazy, type ReactElement, Suspense } from 'react';
import type { ImportDialog } from './import-dialog';

const Dialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }));

interface ImportFlagsProps extends ComponentProps<typeof ImportDialog> {
  readonly open: boolean;
}

/** Imports flags into the namespace; loaded when it is opened first. */
export function ImportFlags({ open, ...rest }: ImportFlagsProps): ReactElement | null {
  if (!open) return null;
  return (
    <Suspense>
      <Dialog {...rest} />
    </Suspense>
  );
}
