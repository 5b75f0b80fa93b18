import { type AuthorizationConfig } from '@pennon/config';
import { type CallCheck } from '../gate/call-check';
import { accessCheck } from './check-access';
import { RoleAuthorizer } from './role-authorizer';

/** What callers must pass because of their roles: nothing, unless authorization is required. */
export function roleChecks({ required, evaluation }: AuthorizationConfig): readonly CallCheck[] {
  return required ? [accessCheck(new RoleAuthorizer(), evaluation)] : [];
}
