import { use } from 'react';
import { mayCall, mayCallElsewhere, type Rpc } from '@/api/permissions';
import { useNamespaceKey } from '@/app/namespace';
import { changesCopy } from '@/copy/changes';
import { permissionsCopy } from '@/copy/permissions';
import { WriteStateContext, type WriteState } from './write-state';

/** True when nothing can be changed here, as the server says. */
export function useIsReadOnly(): boolean {
  return use(WriteStateContext).isReadOnly;
}

/**
 * Why writing is not possible now, in words; undefined when it is.
 *
 * @param action Completes "You are not allowed to …", as in `delete flags`.
 * @param rpc What the write takes.
 * @param key The namespace, if it is not that of the page.
 */
export function useWriteBlock(action?: string, rpc: Rpc = 'CreateChange', key?: string): string | undefined {
  const state = use(WriteStateContext);
  const ofPage = useNamespaceKey();
  const namespaceKey = key ?? ofPage;
  const refusal = useRefusal(action ?? permissionsCopy.change, rpc, namespaceKey);
  return outageOf(state) ?? refusal;
}

/**
 * Why nothing of a namespace can be copied to another one, in words; undefined when something can. That takes the right
 * to change the other one alone.
 */
export function useCopyBlock(namespaceKey: string): string | undefined {
  const state = use(WriteStateContext);
  const { permissions } = state;
  const mayCopy = permissions === undefined || mayCallElsewhere(permissions, 'CreateChange', namespaceKey);
  return outageOf(state) ?? (mayCopy ? undefined : permissionsCopy.copyElsewhere);
}

/** Why nobody can write now. */
function outageOf({ isReadOnly, isLost }: WriteState): string | undefined {
  if (isReadOnly) return changesCopy.blocked.readOnly;
  return isLost ? changesCopy.blocked.offline : undefined;
}

/** RPCs that are about no namespace, or about the one that they make. */
const outside: ReadonlySet<Rpc> = new Set<Rpc>(['CreateNamespace', 'CreateToken', 'DeleteAuthentication']);

/** Tells whether the server lets this caller do something, in whichever namespace. */
export function useMayCall(): (rpc: Rpc, namespaceKey?: string) => boolean {
  const { permissions } = use(WriteStateContext);
  return (rpc, namespaceKey) => permissions === undefined || mayCall(permissions, rpc, namespaceKey);
}

/** Why the server would refuse this caller, in words; undefined when it would not. */
export function useRefusal(action: string, rpc: Rpc, namespaceKey?: string): string | undefined {
  const may = useMayCall();
  const within = outside.has(rpc) ? undefined : namespaceKey;
  if (may(rpc, within)) return undefined;
  return within === undefined ? permissionsCopy.refused(action) : permissionsCopy.refusedIn(action, within);
}
