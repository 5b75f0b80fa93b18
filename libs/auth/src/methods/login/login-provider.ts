import { type AuthenticationMetadata, type StoredMethod } from '@pennon/domain';
import { type LoginSecrets } from './login-secrets';
import { type LoginAnswer } from './login-answer';

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
  readonly method: Extract<StoredMethod, 'oidc' | 'codehost'>;

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
