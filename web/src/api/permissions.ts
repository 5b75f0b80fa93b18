import type { pennonDashboard } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { SELDOM } from './meta';

/** An RPC whose permission the dashboard asks for. The first stands for every write of flags and segments. */
export type Rpc =
  | 'CreateChange'
  | 'CreateNamespace'
  | 'UpdateNamespace'
  | 'DeleteNamespace'
  | 'CreateToken'
  | 'DeleteAuthentication';

/** What the server lets this caller do. */
export interface Permissions {
  /** RPCs that it refuses, except in `namespaces`. */
  readonly refused: ReadonlySet<string>;
  /** RPCs that it refuses in namespaces in which the caller has rights of its own. */
  readonly namespaces: ReadonlyMap<string, ReadonlySet<string>>;
  /** Roles that a token can be given, the mightiest first; none where roles do not count. */
  readonly roles: readonly string[];
  /** True if it refuses every write of flags, segments and namespaces. */
  readonly isReadOnly: boolean;
}

/** Asked again when the window gets the focus, because roles can change. */
export function permissionsQuery() {
  return queryOptions({
    queryKey: ['permissions'],
    staleTime: SELDOM,
    queryFn: async ({ signal }) =>
      permissionsOf(
        await api.get<pennonDashboard.CapabilitiesJson>('/internal/v1/ui/capabilities', {
          signal,
          refusable: true,
        }),
      ),
  });
}

export function permissionsOf({
  refused,
  namespaces = {},
  roles = [],
  readOnly: isReadOnly = false,
}: pennonDashboard.CapabilitiesJson): Permissions {
  const rights = Object.entries(namespaces).map(([key, own]) => [key, new Set(own.refused)] as const);
  return { refused: new Set(refused), namespaces: new Map(rights), roles, isReadOnly };
}

/** @param namespaceKey Undefined for what is in no namespace. */
export function mayCall({ refused, namespaces }: Permissions, rpc: Rpc, namespaceKey?: string): boolean {
  const own = namespaceKey === undefined ? undefined : namespaces.get(namespaceKey);
  return !(own ?? refused).has(rpc);
}

/** @returns True if the caller may do it in any namespace but this one. */
export function mayCallElsewhere(
  { refused, namespaces }: Permissions,
  rpc: Rpc,
  namespaceKey: string,
): boolean {
  return !refused.has(rpc) || [...namespaces].some(([key, own]) => key !== namespaceKey && !own.has(rpc));
}
