import { lazy, type ReactElement, Suspense } from 'react';

const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog')).CopyDialog }));

interface CopyToNamespaceDialogProps {
  readonly namespaceKey: string;
  readonly flagKeys?: readonly string[];
  readonly segmentKeys?: readonly string[];
  /** Chosen at first; the person may change it. */
  readonly targetKey?: string;
  readonly open: boolean;
  /** `isDone` when something was copied, or waits for review. */
  readonly onClose: (isDone: boolean) => void;
}

const nothing: readonly string[] = [];

/** Asks where flags and segments are to be copied to, and copies them; loaded when it is opened first. */
export function CopyToNamespaceDialog({
  open,
  flagKeys = nothing,
  segmentKeys = nothing,
  ...rest
}: CopyToNamespaceDialogProps): ReactElement | null {
  if (!open) return null;
  return (
    <Suspense>
      <CopyDialog {...rest} flagKeys={flagKeys} segmentKeys={segmentKeys} />
    </Suspense>
  );
}
