import { LoginRefusal } from './login-refusal';
import { UpstreamError } from '../keys/upstream-error';
import { MisconfiguredProviderError } from './misconfigured-provider-error';
import { upstreamFailure } from './upstream-failure';

/** What a provider sends the browser back with. */
export interface LoginAnswer {
  readonly code: string;
  readonly error: string;
  readonly errorDescription: string;
  /** Which issuer it is of (RFC 9207); `''` when it does not say, undefined when only the caller could have said. */
  readonly issuer: string | undefined;
}

/** Codes that say that this service is not set up as the provider knows it (RFC 6749, 4.1.2.1 and 5.2; GitHub). */
const setupCodes: ReadonlySet<string> = new Set([
  ...['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'unsupported_response_type'],
  ...['invalid_scope', 'invalid_request', 'invalid_request_object', 'request_not_supported'],
  ...['redirect_uri_mismatch', 'incorrect_client_credentials', 'application_suspended'],
]);

/** Codes that say that it is the provider's own trouble (RFC 6749, 4.1.2.1). */
const outageCodes: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** Longest description of an error that is logged. Characters. */
const MAX_DESCRIPTION = 200;

/** True for a code that says that this service is not set up as the provider knows it. */
export function isSetupCode(code: string): boolean {
  return setupCodes.has(code);
}

/** A code of an error as it may be logged: what is no code of a standard could be anything. */
export function loggedCode(code: string): string {
  return /^[a-z_]{1,64}$/.test(code) ? code : 'an error';
}

/**
 * What an answer without a code means.
 *
 * @param provider Which one it is of, such as `oidc/acme`.
 */
export function refusedAuthorization(
  provider: string,
  { error, errorDescription }: Pick<LoginAnswer, 'error' | 'errorDescription'>,
): unknown {
  if (error === '') return new LoginRefusal(provider, 'it sent no code');
  const reason = `it answers ${loggedCode(error)}`;
  const description = shortened(errorDescription);
  if (setupCodes.has(error)) return new MisconfiguredProviderError(reason, description);
  if (outageCodes.has(error)) return upstreamFailure(new UpstreamError(`${provider}: ${reason}`));
  return new LoginRefusal(provider, reason, { description });
}

function shortened(text: string): string {
  // What does not show, or turns the direction of writing round, could make one line look like others.
  const plain = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return plain.length <= MAX_DESCRIPTION ? plain : `${plain.slice(0, MAX_DESCRIPTION)}…`;
}
