import { Injectable } from '@nestjs/common';
import { type HttpExchange, type RpcCall } from '@pennon/api';
import {
  MICROS_PER_MILLISECOND,
  Clock,
  UnauthenticatedError,
  type AuthenticationMetadata,
} from '@pennon/domain';
import { Credential } from '../../credential';
import { Authentications } from '../../authentications';
import { SessionCookies } from '../../sessions/session-cookies';
import { SessionLifetime } from '../../sessions/session-lifetime';
import { TokenAuthenticator } from '../../tokens/token-authenticator';
import { Tokens, type IssuedToken } from '../../tokens/tokens';
import { type LoginProvider } from './login-provider';

/** Opens the session that a login ends in. Source: contract/authentication.md 1.4.9, 5.3. */
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
   * Ends the session that the caller had, and opens another.
   *
   * @throws UnavailableError if the store cannot be reached.
   */
  async open(
    method: LoginProvider['method'],
    metadata: AuthenticationMetadata,
    call: RpcCall,
  ): Promise<IssuedToken> {
    await this.endPrevious(call);
    const expiresAt = this.lifetime.endOf(this.clock.now());
    return this.tokens.logIn({ method, metadata, expiresAt }, call.clientAddress);
  }

  /** Gives the session to the browser. */
  hand({ clientToken, authentication }: IssuedToken, http: HttpExchange): void {
    const expiresAt = authentication.expiresAt ?? 0;
    this.cookies.set(http, clientToken, new Date(expiresAt / MICROS_PER_MILLISECOND));
  }

  /**
   * Sessions of a browser are not to pile up. A static token that somebody put into the cookie is left alone: others
   * may be using it. Source: contract/authentication.md 13.2, 3.
   */
  private async endPrevious(call: RpcCall): Promise<void> {
    const clientToken = this.cookies.names.map((name) => call.cookie(name) ?? '').find((text) => text !== '');
    if (clientToken === undefined) return;
    try {
      const previous = await this.authenticator.authenticate(new Credential('token', clientToken, true));
      const isSession = previous.method === 'oidc' || previous.method === 'codehost';
      if (isSession) await this.authentications.expire(previous, undefined, call.clientAddress);
    } catch (error) {
      // It has ended already.
      if (!(error instanceof UnauthenticatedError)) throw error;
    }
  }
}
