import { type RpcCall } from '@pennon/api';

/** A call that says nothing beside its message, but for the changes given. */
export function aCall(changes: Partial<RpcCall> = {}): RpcCall {
  return {
    identity: undefined,
    visibleNamespaces: undefined,
    clientAddress: '192.0.2.1',
    http: undefined,
    header: () => undefined,
    authorizations: () => [],
    cookie: () => undefined,
    tagAnswer: () => false,
    ...changes,
  };
}
