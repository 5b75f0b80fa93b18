import { UnavailableError } from '@pennon/domain';
import { ProviderSetupError, UpstreamError } from '../keys/upstream-error';
import { MisconfiguredProviderError } from './misconfigured-provider-error';

/**
 * What callers get when a provider did not do its part; what happened is the cause, for the log.
 */
export function upstreamFailure(error: unknown): unknown {
  if (error instanceof ProviderSetupError) return new MisconfiguredProviderError(error.message);
  if (!(error instanceof UpstreamError)) return error;
  return new UnavailableError('the login provider cannot be reached at the moment', { cause: error });
}
