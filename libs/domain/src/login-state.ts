import { type Instant } from './time';

/**
 * A login under way: what has to be known when the provider sends the browser back, on whichever instance that is.
 * The state itself is not in it.
 */
export interface LoginState {
  /** SHA-256 of the state that went to the provider. */
  readonly stateHash: string;
  /** Which provider it was, such as `oidc/acme`. */
  readonly provider: string;
  /** What the provider has to put into the ID token. */
  readonly nonce: string;
  /** What proves to the provider that the login is finished by whoever began it (PKCE). */
  readonly codeVerifier: string;
  /** Address that the provider was told to send the browser back to. */
  readonly redirectUri: string;
  /** Path that the browser goes to after the login. */
  readonly returnPath: string;
  /** Id of the session of the browser in which it began, which it is to end; `''` for none. */
  readonly previousSession: string;
  /** Not to be finished after this. */
  readonly expiresAt: Instant;
}

/**
 * Keeps logins under way, where every instance finds them.
 *
 * @throws UnavailableError from every method when the store cannot be reached now.
 */
export abstract class LoginStateStore {
  /**
   * Adds a login, in place of one with the same hash.
   *
   * @param atMost How many are kept; those that expire first make room.
   */
  abstract put(login: LoginState, atMost: number): Promise<void>;

  /** Removes a login and returns it, expired or not, to one caller of all; undefined when there is none. */
  abstract take(stateHash: string): Promise<LoginState | undefined>;

  /** Deletes the logins that expired before that moment, and returns how many. */
  abstract deleteExpired(before: Instant): Promise<number>;
}
