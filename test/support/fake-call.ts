import { type RpcCall } from '@pennon/api';

/** A call that says nothing beside its message, but for the changes given. */
export function aCall(changes: Partial<RpcCall> = {}): RpcCall {
  return {
    identity: undefined,
    visibleNamespaces: undefined,
    namespaceRights: undefined,
    connection: {},
    requestId: 'request-1',
    clientAddress: '192.0.2.1',
    http: undefined,
    header: () => undefined,
    authorizations: () => [],
    cookie: () => undefined,
    setHeader: () => undefined,
    tagAnswer: () => false,
    ...changes,
  };
}
