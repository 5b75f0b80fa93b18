import { type Authentication } from '@pennon/domain';
import { someTimes } from './moments';

/** A static token that never expires; its name is its id. */
export function anAuthentication(id: string, changes: Partial<Authentication> = {}): Authentication {
  return {
    id,
    method: 'token',
    expiresAt: undefined,
    metadata: { 'io.service.auth.token.name': id },
    ...someTimes,
    ...changes,
  };
}
