import type { AuthenticationMetadata, SessionMethod } from '@pennon/domain';
import { UpstreamError } from '../../keys/upstream';
import { LoginRefusal, MisconfiguredProviderError, upstreamFailure } from './login-failure';
import type { LoginSecrets } from './login-secrets';

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

/** A login under way, as its provider has to know it. */
export interface Login extends Omit<LoginSecrets, 'state'> {
  /** Address that the provider sends the browser back to. */
  readonly redirectUri: string;
}

/** A login that begins. */
export type NewLogin = Login & Pick<LoginSecrets, 'state'>;

/** Somebody else who knows who people are: the browser goes there, and comes back with a code. */
export interface LoginProvider {
  /** Tells it from every other provider, such as `oidc/acme`. */
  readonly key: string;

  /** Method of the records it gives rise to. */
  readonly method: SessionMethod;

  /** Address of this service as browsers see it, without a slash at its end. */
  readonly redirectAddress: string;

  /**
   * Path that the provider is to send the browser back to.
   *
   * @param route Path of the route that a request took, as `proto/` writes it; undefined on the gRPC door.
   */
  callbackPath(route: string | undefined): string;

  /**
   * Where the browser goes to log in.
   *
   * @throws UnavailableError if the provider cannot be asked.
   */
  authorizeUrl(login: NewLogin): Promise<string>;

  /**
   * Who has logged in, by the code that the browser came back with.
   *
   * @param answer It has a code.
   * @throws UnauthenticatedError if the provider does not vouch for the code, or this person must not enter.
   * @throws UnavailableError if the provider cannot be asked.
   * @throws MisconfiguredProviderError if it does not know this service, or says so.
   */
  identify(answer: LoginAnswer, login: Login): Promise<AuthenticationMetadata>;
}
