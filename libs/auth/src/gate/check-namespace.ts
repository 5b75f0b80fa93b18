import { tokenKeys } from '@pennon/domain';
import { refusal } from '../refusal';
import { isForEveryNamespace, isForWholeLog, takesNamespacedTokens } from './access';
import { type IdentifiedCall } from './call-check';
import { namespaceOf } from './request-namespace';

/**
 * Holds a static token that is for one namespace to requests about that namespace, and to those that tell
 * nothing of any.
 *
 * @throws UnauthenticatedError for every other request, as if the token did not exist.
 */
export function checkNamespace({ method, request, identity }: IdentifiedCall): void {
  // Only static tokens are ever bound: the same key on another record means nothing.
  if (identity.method !== 'token') return;
  const bound = identity.metadata[tokenKeys.namespace];
  if (bound === undefined || isForEveryNamespace(method)) return;
  if (!takesNamespacedTokens(method)) throw refusal('the token is for one namespace, and this is for none');
  const wanted = namespaceOf(method, request);
  if (isForWholeLog(method, wanted)) throw refusal('the token is for one namespace, and this is for all');
  const namespaceKey = bound.trim();
  if (namespaceKey !== '' && wanted !== namespaceKey) throw refusal('the token is for another namespace');
}
