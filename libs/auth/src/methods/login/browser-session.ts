import { Injectable } from '@nestjs/common';
import { type HttpExchange, type RpcCall } from '@pennon/api';
import {
  MICROS_PER_MILLISECOND,
  Clock,
  isSessionMethod,
  UnauthenticatedError,
  type Authentication,
  type AuthenticationMetadata,
} from '@pennon/domain';
import { Credential } from '../../credentials/credential';
import { Authentications, SessionLifetime } from '../../tokens/authentications';
import { SessionCookies } from '../../gate/session-cookies';
import { TokenAuthenticator } from '../../tokens/token-authenticator';
import { Tokens, type IssuedToken } from '../../tokens/tokens';
import { type LoginProvider } from './login-provider';

/** Opens the session that a login ends in. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: SessionLifetime,
    private readonly cookies: SessionCookies,
    private readonly tokens: Tokens,
    private readonly authenticator: TokenAuthenticator,
    private readonly authentications: Authentications,
  ) {}

  /**
   * Id of the session that the caller has; `''` for none. A static token that somebody put into the cookie is none:
   * others may be using it.
   *
   * @throws UnavailableError if the store cannot be reached.
   */
  async idOf(call: RpcCall): Promise<string> {
    return (await this.heldBy(call))?.id ?? '';
  }

  /**
   * Opens a session, and then ends those that the caller had: they are not to pile up. They go on when it cannot be
   * opened.
   *
   * @param previous Id of the session in which the login began. Browsers do not send its cookie on the way back from
   *   another site, since it is `SameSite=Strict`. `''` for none.
   * @throws UnavailableError if the store cannot be reached.
   */
  async open(
    method: LoginProvider['method'],
    metadata: AuthenticationMetadata,
    call: RpcCall,
    previous: string,
  ): Promise<IssuedToken> {
    const noted = previous === '' ? undefined : await this.authentications.find(previous);
    const held = await this.heldBy(call);
    const expiresAt = this.lifetime.endOf(this.clock.now());
    const issued = await this.tokens.logIn({ method, metadata, expiresAt }, call.clientAddress);
    await this.end(noted, call);
    if (held?.id !== noted?.id) await this.end(held, call);
    return issued;
  }

  /** Gives the session to the browser. */
  hand({ clientToken, authentication }: IssuedToken, http: HttpExchange): void {
    const expiresAt = authentication.expiresAt ?? 0;
    this.cookies.set(http, clientToken, new Date(expiresAt / MICROS_PER_MILLISECOND));
  }

  private async heldBy(call: RpcCall): Promise<Authentication | undefined> {
    const clientToken = this.cookies.names.map((name) => call.cookie(name) ?? '').find((text) => text !== '');
    if (clientToken === undefined) return undefined;
    try {
      const identity = await this.authenticator.authenticate(new Credential('token', clientToken, true));
      return isSession(identity) ? identity : undefined;
    } catch (error) {
      // It has ended already.
      if (!(error instanceof UnauthenticatedError)) throw error;
      return undefined;
    }
  }

  private async end(session: Authentication | undefined, { clientAddress }: RpcCall): Promise<void> {
    const hasEnded = session?.expiresAt !== undefined && session.expiresAt <= this.clock.now();
    if (session === undefined || hasEnded) return;
    await this.authentications.expire(session, undefined, clientAddress);
  }
}

function isSession({ method }: Authentication): boolean {
  return isSessionMethod(method);
}
