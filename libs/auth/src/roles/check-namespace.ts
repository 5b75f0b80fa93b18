import type { DescMethod, Message } from '@bufbuild/protobuf';
import { PermissionDeniedError, quote } from '@pennon/domain';
import { isOwn } from '@pennon/proto';
import { refusal } from '../credentials/credential';
import { AccessDeniedError, type AccessRequest, type DeniedAccess } from '../gate/access-request';
import type { IdentifiedCall } from '../gate/auth-gate';
import { isForEveryNamespace, isForWholeLog, takesNamespacedTokens } from '../gate/namespaced-tokens';
import { boundNamespaceOf, namespaceOf, otherNamespacesOf } from '../gate/request-namespace';
import { accessRequestsOf } from './access-table';
import { accessText, shortened } from './access-words';

/**
 * Holds a static token that is for one namespace to requests about that namespace, and to those that tell
 * nothing of any.
 *
 * @throws UnauthenticatedError for every other request of Flipt's, as if the token did not exist.
 * @throws AccessDeniedError for every other request of Pennon's own.
 */
export function checkNamespace({ method, request, identity }: IdentifiedCall): void {
  const namespaceKey = boundNamespaceOf(identity);
  if (namespaceKey === undefined || isForEveryNamespace(method)) return;
  const reason = reasonAgainst(namespaceKey, method, request);
  if (reason === undefined) return;
  throw isOwn(method) ? denial(namespaceKey, method, request) : refusal(reason);
}

/** Why a token of that namespace, empty for any one, is not for the request; undefined if it is. */
function reasonAgainst(namespaceKey: string, method: DescMethod, request: Message): string | undefined {
  if (!takesNamespacedTokens(method)) return 'the token is for one namespace, and this is for none';
  const wanted = namespaceOf(method, request);
  if (isForWholeLog(method, wanted)) return 'the token is for one namespace, and this is for all';
  const isElsewhere = [wanted, ...otherNamespacesOf(request)].some((one) => one !== namespaceKey);
  return namespaceKey !== '' && isElsewhere ? 'the token is for another namespace' : undefined;
}

function denial(namespaceKey: string, method: DescMethod, request: Message): Error {
  const access = accessRequestsOf(method, request)?.find((one) => one.namespaceKey !== namespaceKey);
  const bound = namespaceKey === '' ? 'one namespace' : `namespace ${quote(shortened(namespaceKey))}`;
  const head = `an API token for ${bound} may not`;
  if (access === undefined)
    return new PermissionDeniedError(`permission denied: ${head} call ${method.name}`);
  return new AccessDeniedError(`${head} ${textOf(access)}`, {
    ...access,
    named: request as DeniedAccess['named'],
  });
}

function textOf(access: AccessRequest): string {
  const { action, subject, namespaceKey } = access;
  if (subject === 'namespace' && namespaceKey === undefined) return `${action} all namespaces`;
  return accessText(access);
}
