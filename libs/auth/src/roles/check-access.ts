import { PermissionDeniedError } from '@pennon/domain';
import { type CallCheck } from '../gate/call-check';
import { accessRequestsOf } from './access-table';
import { type Authorizer } from './authorizer';
import { evaluationAccessesOf, isEvaluation } from './evaluation-access';

/**
 * Holds callers to what the authorizer lets them do. Source: contract/authentication.md 10.
 *
 * @param evaluation Whether evaluating takes the right to read flags; `authorization.evaluation`.
 * @returns a check that throws PermissionDeniedError with the reason.
 */
export function accessCheck(authorizer: Authorizer, evaluation: boolean): CallCheck {
  return ({ method, request, call, identity }) => {
    const accesses =
      evaluation && isEvaluation(method)
        ? evaluationAccessesOf(request, call)
        : accessRequestsOf(method, request);
    if (accesses === undefined) throw denied(`nobody may call ${method.name}`);
    if (accesses.length === 0) return;
    for (const access of accesses) {
      const refusal = authorizer.refusalOf(identity, access);
      if (refusal !== undefined) throw denied(refusal);
    }
    call.visibleNamespaces = authorizer.visibleNamespacesOf(identity);
    call.namespaceRights = {
      assert(action, namespaceKey) {
        const namespace = { resource: 'namespace', subject: 'namespace', action, namespaceKey } as const;
        const refusal = authorizer.refusalOf(identity, namespace);
        if (refusal !== undefined) throw denied(refusal);
      },
    };
  };
}

function denied(reason: string): PermissionDeniedError {
  return new PermissionDeniedError(`permission denied: ${reason}`);
}
