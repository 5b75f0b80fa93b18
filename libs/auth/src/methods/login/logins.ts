import { create } from '@bufbuild/protobuf';
import { Injectable, Logger } from '@nestjs/common';
import type { HttpExchange, RpcCall } from '@pennon/api';
import { fliptAuth } from '@pennon/proto';
import { NotFoundError, quote } from '@pennon/domain';
import { LoginLimit } from '../../gate/rate-limit';
import { AuthenticationPresenter } from '../../tokens/authentication.presenter';
import { BrowserSession } from './browser-session';
import { LoginPage, LoginRefusal, MisconfiguredProviderError } from './login-failure';
import { type LoginProvider, refusedAuthorization } from './login-provider';
import { chosenState, newLoginSecrets, newState } from './login-secrets';
import { OpenLogins } from './open-logins';
import { RefusedLogins } from './refused-logins';
import { StateCookies } from './state-cookies';

/** Error for an unknown provider. */
function unknownProvider(name: string): NotFoundError {
  return new NotFoundError(`requested provider ${quote(name)}: provider not found`);
}

/** One slash, and then printable ASCII but for the backslash, which browsers take for a slash. */
const LOCAL_PATH = /^\/[!-[\]-~]*$/;

/**
 * Where the browser goes after a login: the path that the page asked for, if it certainly stays on this site.
 *
 * A second slash anywhere is not taken, so that neither `//evil.example` nor what tidying makes of `/./` leads away.
 */
export function returnPathOf(asked: string): string {
  return LOCAL_PATH.test(asked) && !asked.includes('//') ? asked : '/';
}

/** The two steps of a login at somebody else's, the same for all. */
@Injectable()
export class Logins {
  private readonly logger = new Logger('auth');

  constructor(
    private readonly limit: LoginLimit,
    private readonly cookies: StateCookies,
    private readonly open: OpenLogins,
    private readonly session: BrowserSession,
    private readonly refused: RefusedLogins,
    private readonly page: LoginPage,
    private readonly presenter: AuthenticationPresenter,
  ) {}

  /**
   * Begins a login: says where the browser is to go, and has it keep the state.
   *
   * Over gRPC the state is the caller's own business, who brings it back as metadata.
   *
   * @param provider Undefined when there is none of that name.
   * @throws NotFoundError if there is no provider of that name.
   * @throws ResourceExhaustedError if the address has begun too many.
   * @throws UnavailableError if the provider, or the store, cannot be reached.
   */
  async begin(
    provider: LoginProvider | undefined,
    request: fliptAuth.AuthorizeURLRequest,
    call: RpcCall,
  ): Promise<fliptAuth.AuthorizeURLResponse> {
    const { http, clientAddress } = call;
    this.limit.assertAllowed(clientAddress);
    if (provider === undefined) throw unknownProvider(request.provider);
    const state = http === undefined ? chosenState(request.state) : newState(request.state);
    const redirectUri = provider.redirectAddress + provider.callbackPath(http?.path);
    const login = { ...newLoginSecrets(state), redirectUri };
    const authorizeUrl = await provider.authorizeUrl(login);
    const returnPath = returnPathOf(request.state);
    const previousSession = await this.session.idOf(call);
    await this.open.add({ ...login, provider: provider.key, returnPath, previousSession });
    if (http !== undefined) this.cookies.set(http, callbackPathFor(provider, http), state);
    return create(fliptAuth.AuthorizeURLResponseSchema, { authorizeUrl });
  }

  /**
   * Ends a login: opens a session for whoever it turned out to be. The state is good for one try, however it goes. A
   * browser whose login failed is led back to the page that it began on.
   *
   * @param provider Undefined when there is none of that name.
   * @throws UnauthenticatedError if the state is not this caller's, or the provider does not let the person in.
   * @throws NotFoundError if there is no provider of that name.
   * @throws ResourceExhaustedError if the address has tried too often.
   * @throws UnavailableError if the provider, or the store, cannot be reached.
   */
  async finish(
    provider: LoginProvider | undefined,
    request: fliptAuth.CallbackRequest,
    call: RpcCall,
  ): Promise<fliptAuth.CallbackResponse> {
    try {
      this.limit.assertAllowed(call.clientAddress);
      return await this.attempt(provider, request, call);
    } catch (error) {
      this.page.leadBack(error, call.http);
      throw error;
    }
  }

  private async attempt(
    provider: LoginProvider | undefined,
    request: fliptAuth.CallbackRequest,
    call: RpcCall,
  ): Promise<fliptAuth.CallbackResponse> {
    try {
      this.cookies.assertHeld(call, request.state);
      if (provider === undefined) throw unknownProvider(request.provider);
      return await this.complete(provider, request, call);
    } catch (error) {
      // The caller is not told why, and there is no other place where the operator would see it.
      if (error instanceof LoginRefusal || error instanceof MisconfiguredProviderError) {
        const { reason, description } = error;
        const req = { id: call.requestId };
        const line = { req, provider: provider?.key, reason, ...(description !== '' && { description }) };
        this.logger.warn(line, error instanceof LoginRefusal ? 'login refused' : 'login failed');
      }
      if (provider !== undefined) await this.refused.note(provider.key, error, call);
      throw error;
    } finally {
      if (provider !== undefined && call.http !== undefined) {
        this.cookies.clear(call.http, call, callbackPathFor(provider, call.http), request.state);
      }
    }
  }

  private async complete(
    provider: LoginProvider,
    { code, state, error, errorDescription, iss }: fliptAuth.CallbackRequest,
    call: RpcCall,
  ): Promise<fliptAuth.CallbackResponse> {
    const login = await this.open.take(provider.key, state);
    const { http } = call;
    // A program over gRPC hands on what it knows of.
    const issuer = http === undefined && iss === '' ? undefined : iss;
    const answer = { code, error, errorDescription, issuer };
    // What a provider says in place of a code is not repeated: anybody could have written it.
    if (code === '' || error !== '') throw refusedAuthorization(provider.key, answer);
    const metadata = await provider.identify(answer, login);
    const issued = await this.session.open(provider.method, metadata, call, login.previousSession);
    if (http !== undefined) {
      this.session.hand(issued, http);
      http.redirect(`${http.prefix}${login.returnPath}`);
    }
    return create(fliptAuth.CallbackResponseSchema, {
      // Over HTTP the token is for the cookie, where no script sees it.
      clientToken: http === undefined ? issued.clientToken : '',
      authentication: this.presenter.presentLogin(issued.authentication, http),
    });
  }
}

/** The path of the callback as the browser sees it. */
function callbackPathFor(provider: LoginProvider, http: HttpExchange): string {
  return `${http.prefix}${provider.callbackPath(http.path)}`;
}
