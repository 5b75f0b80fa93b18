import { type AccessLine } from '@pennon/observability';
import { type RpcCall } from './rpc-call';

/**
 * Who calls, for the log: what tells clients apart, and nothing of a person that their name or e-mail address would.
 */
export function clientOf({
  clientAddress,
  identity,
}: Pick<RpcCall, 'clientAddress' | 'identity'>): AccessLine['client'] {
  const authentication = identity?.method === 'jwt' ? identity.subject : identity?.id;
  return { address: clientAddress, ...(authentication !== undefined && { authentication }) };
}
