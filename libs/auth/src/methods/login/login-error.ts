import { UnavailableError } from '@pennon/domain';
import { UpstreamError } from '../keys/upstream-error';
import { LoginRefusal } from './login-refusal';
import { PersonRefusal } from './person-refusal';
import { MisconfiguredProviderError } from './misconfigured-provider-error';
import { StateMismatch } from './state-mismatch';

/** Why a login failed, as the dashboard is told, which has a text for each. */
export type LoginError =
  | 'state_mismatch'
  | 'not_allowed'
  | 'provider_refused'
  | 'provider_misconfigured'
  | 'provider_unreachable'
  | 'failed';

/** What may be told of an error: of everything that is not expected, only that it happened. */
export function loginErrorOf(error: unknown): LoginError {
  if (error instanceof StateMismatch) return 'state_mismatch';
  if (error instanceof PersonRefusal) return 'not_allowed';
  if (error instanceof LoginRefusal) return 'provider_refused';
  if (error instanceof MisconfiguredProviderError) return 'provider_misconfigured';
  // The store can be away as well.
  if (error instanceof UnavailableError && error.cause instanceof UpstreamError)
    return 'provider_unreachable';
  return 'failed';
}
