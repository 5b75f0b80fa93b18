import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isForbidden, isReadOnlyError } from '@/api/api-error';
import { observeCalls } from '@/api/client';
import { connectionLost } from '@/api/connection';
import { metaQuery } from '@/api/meta';
import { useNamespaceKey } from '@/app/namespace';
import { changesCopy } from '@/copy/changes';
import { createStore } from '@/lib/store';

/** True once a write was refused because the data is changed elsewhere: not every caller may read `/meta/info`. */
const refusedAsReadOnly = createStore(false);

/** What the server did not let this person do, for as long as the tab is open (dashboard.md 1.3, 403). */
const refusals = createStore<ReadonlySet<string>>(new Set());

observeCalls(({ error }) => {
  if (isReadOnlyError(error)) refusedAsReadOnly.set(true);
});

/** Remembers that an action was refused, so that its controls say so; other errors are none of its business. */
export function noteRefusal(action: string, namespaceKey: string, error: Error): void {
  if (isForbidden(error))
    refusals.set(new Set([...refusals.get(), changesCopy.refused(action, namespaceKey)]));
}

/** Forgets what was refused to someone who has signed out. */
export function forgetRefusals(): void {
  refusals.set(new Set());
}

/** True when nothing can be changed here, as the server says or as a refused write has shown. */
export function useIsReadOnly(): boolean {
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  const isLearned = useSyncExternalStore(refusedAsReadOnly.subscribe, refusedAsReadOnly.get);
  return isLearned || meta?.storage.isReadOnly === true;
}

/**
 * Why writing is not possible now, in words; undefined when it is. `action` completes "You are not allowed to …",
 * as in `delete flags`, and is the one that the plan was run with.
 */
export function useWriteBlock(action?: string): string | undefined {
  const namespaceKey = useNamespaceKey();
  const isReadOnly = useIsReadOnly();
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  const refused = useSyncExternalStore(refusals.subscribe, refusals.get);
  if (isReadOnly) return changesCopy.blocked.readOnly;
  if (isLost) return changesCopy.blocked.offline;
  const reason = action === undefined ? undefined : changesCopy.refused(action, namespaceKey);
  return reason !== undefined && refused.has(reason) ? reason : undefined;
}
