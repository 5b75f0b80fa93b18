import { lazy, type ReactElement, Suspense } from 'react';
import { type CopyParts } from '@/lib/plan';

const CopyDialog = lazy(async () => ({ default: (await import('./copy-dialog')).CopyDialog }));

interface CopyToNamespaceDialogProps {
  readonly namespaceKey: string;
  readonly flagKeys?: readonly string[];
  readonly segmentKeys?: readonly string[];
  /** Chosen at first; the person may change it. */
  readonly targetKey?: string;
  /** Takes the copy over once it is decided on; without it the dialog copies, one step after another. */
  readonly onDecided?: (parts: CopyParts) => void;
  readonly open: boolean;
  readonly onClose: () => void;
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
