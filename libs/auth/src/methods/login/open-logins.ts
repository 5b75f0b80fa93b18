import { type SessionConfig } from '@pennon/config';
import { MICROS_PER_MILLISECOND, type Clock, type LoginState, type LoginStateStore } from '@pennon/domain';
import { type NewLogin } from './login-provider';
import { hashOfState } from './login-secrets';
import { StateMismatch } from './login-failure';

/** Most logins that are under way at a time; beyond it the oldest cannot be finished any more. */
const MAX_OPEN_LOGINS = 10_000;

/** A login that a browser leaves for. */
export interface LeavingLogin extends NewLogin {
  /** Tells its provider from every other. */
  readonly provider: string;
  readonly returnPath: string;
  /** Id of the session that the browser has; `''` for none. */
  readonly previousSession: string;
}

/** Logins between their two steps. */
export class OpenLogins {
  constructor(
    private readonly config: Pick<SessionConfig, 'stateLifetime'>,
    private readonly clock: Clock,
    private readonly store: LoginStateStore,
  ) {}

  /** Keeps a login for as long as it may take. @throws UnavailableError if the store cannot be reached. */
  async add({ state, ...login }: LeavingLogin): Promise<void> {
    const now = this.clock.now();
    const expiresAt = now + this.config.stateLifetime * MICROS_PER_MILLISECOND;
    await this.store.deleteExpired(now);
    await this.store.put({ ...login, stateHash: hashOfState(state), expiresAt }, MAX_OPEN_LOGINS);
  }

  /**
   * The login of a state, which is good for this one time.
   *
   * @throws StateMismatch if there is none, or it is another provider's, or it took too long.
   * @throws UnavailableError if the store cannot be reached.
   */
  async take(provider: string, state: string): Promise<LoginState> {
    const login = await this.store.take(hashOfState(state));
    const isGood = login?.provider === provider && login.expiresAt >= this.clock.now();
    if (!isGood) throw new StateMismatch();
    return login;
  }
}
