import { METADATA_PREFIX, tokenKeys, type AuditOrigin } from '@pennon/domain';
import { type RpcCall } from './rpc-call';

/**
 * Whose doing a call is, for the audit log. The address is the one that trusted proxies
 * vouch for, where the reference repeats whatever a header says.
 */
export function originOf({
  identity,
  clientAddress,
}: Pick<RpcCall, 'identity' | 'clientAddress'>): AuditOrigin {
  const metadata = identity?.metadata ?? {};
  const [email, name, picture] = ['email', 'name', 'picture'].map(
    (key) => metadata[`${METADATA_PREFIX}${key}`] ?? metadata[`${METADATA_PREFIX}jwt.${key}`] ?? '',
  ) as [string, string, string];
  const subject = identity?.method === 'jwt' ? identity.subject : '';
  return {
    authentication: identity?.method ?? 'none',
    authenticationId: identity?.id ?? '',
    actor: [email, name, metadata[tokenKeys.name] ?? '', subject].find((text) => text !== '') ?? '',
    email,
    name,
    picture,
    ip: clientAddress,
  };
}
