import { PermissionDeniedError } from '@pennon/domain';
import { type CallCheck } from '../gate/call-check';
import { AccessDeniedError, type DeniedAccess } from './access-denied-error';
import { type AccessRequest } from './access-request';
import { accessRequestsOf } from './access-table';
import { type Authorizer } from './authorizer';
import { evaluationAccessesOf, isEvaluation } from './evaluation-access';

/**
 * Holds callers to what the authorizer lets them do.
 *
 * @param evaluation Whether evaluating takes the right to read flags; `authorization.evaluation`.
 * @returns a check that throws PermissionDeniedError with the reason.
 */
export function accessCheck(authorizer: Authorizer, evaluation: boolean): CallCheck {
  return ({ method, request, call, identity }) => {
    const assertAllowed = (access: AccessRequest, named: DeniedAccess['named']): void => {
      const refusal = authorizer.refusalOf(identity, access);
      if (refusal !== undefined) throw new AccessDeniedError(refusal, { ...access, named });
    };
    const accesses =
      evaluation && isEvaluation(method)
        ? evaluationAccessesOf(request, call)
        : accessRequestsOf(method, request);
    if (accesses === undefined)
      throw new PermissionDeniedError(`permission denied: nobody may call ${method.name}`);
    if (accesses.length === 0) return;
    for (const access of accesses) assertAllowed(access, request as DeniedAccess['named']);
    call.visibleNamespaces = authorizer.visibleNamespacesOf(identity);
    call.namespaceRights = {
      assert(action, namespaceKey) {
        const namespace = { resource: 'namespace', subject: 'namespace', action, namespaceKey } as const;
        assertAllowed(namespace, { key: namespaceKey });
      },
    };
  };
}
