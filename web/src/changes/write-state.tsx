import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { isForbidden, isReadOnlyError } from '@/api/api-error';
import { observeCalls } from '@/api/client';
import { connectionLost } from '@/api/connection';
import { metaQuery } from '@/api/meta';
import { changesCopy } from '@/copy/changes';
import { createStore } from '@/lib/store';

/** What keeps people from writing, as far as it is known. */
export interface WriteState {
  /** True when nothing can be changed here, as the server says or as a refused write has shown. */
  readonly isReadOnly: boolean;
  /** True while the server cannot be reached. */
  readonly isLost: boolean;
  /** What the server did not let this person do, in words, for as long as the tab is open. */
  readonly refused: ReadonlySet<string>;
}

/** Read by every control that writes, which are hundreds in a list: it is worked out once, above all of them. */
export const WriteStateContext = createContext<WriteState>({
  isReadOnly: false,
  isLost: false,
  refused: new Set(),
});

/** True once a write was refused because the data is changed elsewhere: not every caller may read `/meta/info`. */
const refusedAsReadOnly = createStore(false);

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

/** Tells all controls below whether writing is possible. */
export function WriteStateProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { data: meta } = useQuery({ ...metaQuery(), enabled: false });
  const isLearned = useSyncExternalStore(refusedAsReadOnly.subscribe, refusedAsReadOnly.get);
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  const refused = useSyncExternalStore(refusals.subscribe, refusals.get);
  const isReadOnly = isLearned || meta?.storage.isReadOnly === true;
  const state = useMemo(() => ({ isReadOnly, isLost, refused }), [isReadOnly, isLost, refused]);
  return <WriteStateContext value={state}>{children}</WriteStateContext>;
}
