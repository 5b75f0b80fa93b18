import { PermissionDeniedError } from '@pennon/domain';
import { type AccessRequest } from './access-request';

/** What was to be done, and with which thing as far as the request named one. */
export interface DeniedAccess extends AccessRequest {
  /** Keys as the caller wrote them; nobody has looked at them yet. */
  readonly named: Readonly<Partial<Record<'key' | 'id' | 'flagKey' | 'segmentKey', unknown>>>;
}

/** The caller's roles do not let it do this. */
export class AccessDeniedError extends PermissionDeniedError {
  /** @param refusal What goes on from `permission denied: `. */
  constructor(
    readonly refusal: string,
    readonly access: DeniedAccess,
  ) {
    super(`permission denied: ${refusal}`);
  }
}
