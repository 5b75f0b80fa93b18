import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { connectionLost } from '@/api/connection';
import { type Permissions, permissionsQuery } from '@/api/permissions';
import { sessionQuery } from '@/api/session';

/** What keeps people from writing, as far as it is known. */
export interface WriteState {
  /** True when nothing can be changed here, as the server says. */
  readonly isReadOnly: boolean;
  /** True while the server cannot be reached. */
  readonly isLost: boolean;
  /** What the server lets this person do; undefined for strangers. */
  readonly permissions: Permissions | undefined;
}

/** Read by every control that writes, which are hundreds in a list: it is worked out once, above all of them. */
export const WriteStateContext = createContext<WriteState>({
  isReadOnly: false,
  isLost: false,
  permissions: undefined,
});

/** Tells all controls below whether writing is possible. */
export function WriteStateProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { data: session } = useQuery({ ...sessionQuery(), enabled: false });
  const { data: permissions } = useQuery({
    ...permissionsQuery(),
    enabled: session !== undefined && session.kind !== 'signed-out',
  });
  const isLost = useSyncExternalStore(connectionLost.subscribe, connectionLost.get);
  const isReadOnly = permissions?.isReadOnly === true;
  const state = useMemo(() => ({ isReadOnly, isLost, permissions }), [isReadOnly, isLost, permissions]);
  return <WriteStateContext value={state}>{children}</WriteStateContext>;
}
