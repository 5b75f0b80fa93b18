import { PermissionDeniedError } from '@pennon/domain';
import { type CallCheck } from '../gate/call-check';
import { accessRequestsOf } from './access-table';
import { type Authorizer } from './authorizer';

/**
 * Holds callers to what the authorizer lets them do. Source: contract/authentication.md 10.
 *
 * @returns a check that throws PermissionDeniedError with the reason.
 */
export function accessCheck(authorizer: Authorizer): CallCheck {
  return ({ method, request, call, identity }) => {
    const accesses = accessRequestsOf(method, request);
    if (accesses === undefined) throw denied(`nobody may call ${method.name}`);
    if (accesses.length === 0) return;
    for (const access of accesses) {
      const refusal = authorizer.refusalOf(identity, access);
      if (refusal !== undefined) throw denied(refusal);
    }
    call.visibleNamespaces = authorizer.visibleNamespacesOf(identity);
  };
}

function denied(reason: string): PermissionDeniedError {
  return new PermissionDeniedError(`permission denied: ${reason}`);
}
