import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type TokenMethodConfig } from '@pennon/config';
import {
  canonicalMetadata,
  MICROS_PER_MILLISECOND,
  ROLE_KEY,
  SERVICE_ORIGIN,
  tokenKeys,
  type Clock,
  type OperationLock,
  type TokenStore,
  type AuthenticationMetadata,
  type Instant,
} from '@pennon/domain';
import { type Tokens } from '../../tokens/tokens';

/** The name of the first token. */
const BOOTSTRAP_TOKEN_NAME = 'initial_bootstrap_token';

/** How long one of several instances that start together has to make the token. Microseconds. */
const TURN_MICROS = 5_000_000;

/** How often the others look whether it is made. Milliseconds. */
const LOOK_INTERVAL_MS = 100;

/**
 * Makes the first token, with which the others can be made: when the method is on and there is no static token at all.
 */
export class Bootstrap {
  private readonly logger = new Logger('auth');

  /** @param isLogged Whether the log has lines of level INFO. */
  constructor(
    private readonly config: TokenMethodConfig,
    private readonly clock: Clock,
    private readonly store: TokenStore,
    private readonly lock: OperationLock,
    private readonly tokens: Tokens,
    private readonly isLogged: boolean,
  ) {}

  /**
   * Makes the token if it is wanted and the operator chose it, so that it is accepted from the first request on. A
   * random one is for {@link run}, once the start has succeeded: it is shown once, and nobody knows it before.
   *
   * @throws UnavailableError if the store cannot be reached.
   */
  async runIfChosen(): Promise<void> {
    if (this.config.bootstrap.token !== undefined) await this.run();
  }

  /**
   * Makes the token if it is wanted. It is shown in the log, or on standard error where the level of the
   * log hides it, here and never again; one that the operator chose is not.
   *
   * Of several instances that start on one database, one makes it, and the others wait until it is made. The one may
   * fail, and the token may have been deleted since the last start: then the turn goes to another.
   *
   * @throws UnavailableError if the store cannot be reached.
   */
  async run(): Promise<void> {
    if (!this.config.enabled) return;
    while (!(await this.store.hasAny('token'))) {
      const { isAcquired } = await this.lock.tryAcquire('bootstrap_token', TURN_MICROS);
      if (isAcquired) await this.makeUnlessThere();
      else await delay(LOOK_INTERVAL_MS);
    }
  }

  /** The turn may have come after another had made the token. */
  private async makeUnlessThere(): Promise<void> {
    if (await this.store.hasAny('token')) return;
    const { token, metadata } = this.config.bootstrap;
    const { clientToken } = await this.tokens.issue(
      { method: 'token', metadata: metadataOf(metadata), expiresAt: this.expiry() },
      SERVICE_ORIGIN,
      token?.reveal(),
    );
    if (token !== undefined) this.logger.log('access token created, as configured');
    else if (this.isLogged) this.logger.log({ client_token: clientToken }, 'access token created');
    else process.stderr.write(`pennon: the first token, which is shown only here: ${clientToken}\n`);
  }

  private expiry(): Instant | undefined {
    const { expiration } = this.config.bootstrap;
    return expiration === 0 ? undefined : this.clock.now() + expiration * MICROS_PER_MILLISECOND;
  }
}

/** What the operator says beats what we say. */
function metadataOf(metadata: AuthenticationMetadata): AuthenticationMetadata {
  return {
    [tokenKeys.name]: BOOTSTRAP_TOKEN_NAME,
    [tokenKeys.description]: 'Made at the first start. Make tokens of your own with it, then delete it.',
    // Whenever roles are switched on, somebody must be there to give them.
    [ROLE_KEY]: 'admin',
    ...canonicalMetadata(metadata),
  };
}
