import { UnavailableError } from '@pennon/domain';
import { UpstreamError } from '../keys/upstream-error';

/**
 * What callers get when a provider did not do its part; what happened is the cause, for the log.
 * Source: contract/authentication.md 1.4.8, 1.4.9.
 */
export function upstreamFailure(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  return new UnavailableError('the login provider cannot be reached at the moment', { cause: error });
}
