import { type Identity, ROLE_KEY } from '@pennon/domain';
import { boundNamespaceOf } from '../gate/request-namespace';
import { parseGrants } from './role-authorizer';

/** Keys of the namespaces in which a caller may be allowed other things than in all others. */
export function ownNamespacesOf(identity: Identity): ReadonlySet<string> {
  const granted = parseGrants(identity.metadata[ROLE_KEY] ?? '').map(({ namespaceKey }) => namespaceKey);
  return new Set([boundNamespaceOf(identity), ...granted].filter((key): key is string => Boolean(key)));
}
