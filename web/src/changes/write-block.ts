import { use } from 'react';
import { useNamespaceKey } from '@/app/namespace';
import { changesCopy } from '@/copy/changes';
import { WriteStateContext } from './write-state';

/** True when nothing can be changed here, as the server says or as a refused write has shown. */
export function useIsReadOnly(): boolean {
  return use(WriteStateContext).isReadOnly;
}

/**
 * Why writing is not possible now, in words; undefined when it is. `action` completes "You are not allowed to …",
 * as in `delete flags`, and is the one that the plan was run with.
 */
export function useWriteBlock(action?: string): string | undefined {
  const namespaceKey = useNamespaceKey();
  const { isReadOnly, isLost, refused } = use(WriteStateContext);
  if (isReadOnly) return changesCopy.blocked.readOnly;
  if (isLost) return changesCopy.blocked.offline;
  const reason = action === undefined ? undefined : changesCopy.refused(action, namespaceKey);
  return reason !== undefined && refused.has(reason) ? reason : undefined;
}
