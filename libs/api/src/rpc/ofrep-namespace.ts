import { resolveNamespaceKey } from '@pennon/domain';
import { type RpcCall } from './rpc-call';

/** The namespace an OFREP call is about, which its messages do not name. */
export function ofrepNamespaceOf(call: RpcCall): string {
  return resolveNamespaceKey(call.header('x-flipt-namespace') ?? '');
}
