import { PassportStrategy } from '@nestjs/passport';
import { type OidcProviderConfig } from '@pennon/config';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { type Claims, isObject } from '../../keys/claims';
import { type Login, type NewLogin } from '../login/login-provider';
import { challengeOf } from '../login/login-secrets';
import { exchangeByUs, parseJson, upstreamError } from '../login/provider-client';
import { type ProviderDescription } from './discovery';
import { type IdTokens } from './id-tokens';

/** What a strategy needs to know of a provider. */
export interface StrategySettings {
  readonly config: OidcProviderConfig;
  readonly description: ProviderDescription;
  readonly idTokens: IdTokens;
}

/** What a code was exchanged for. */
export interface Exchanged {
  /** The verified claims of the ID token. */
  readonly claims: Claims;
  readonly accessToken: string;
}

/**
 * passport-openidconnect for one login: it builds the addresses, exchanges the code and checks the claims. What it
 * leaves out is here: PKCE, a nonce of ours, and the signature of the ID token (docs/adr/0008).
 */
export class OidcStrategy extends PassportStrategy(OpenIDConnectStrategy) {
  private exchanged: Exchanged | undefined;

  /** @param code The code that the browser came back with; undefined in the step before that. */
  constructor(
    private readonly settings: StrategySettings,
    private readonly login: Login & Partial<NewLogin>,
    private readonly code?: string,
  ) {
    const { config, description } = settings;
    super({
      issuer: description.issuer,
      authorizationURL: description.authorizationEndpoint.href,
      tokenURL: description.tokenEndpoint.href,
      userInfoURL: '',
      callbackURL: login.redirectUri,
      clientID: config.clientId,
      clientSecret: config.clientSecret.reveal(),
      // It adds `openid` itself.
      scope: config.scopes.filter((scope) => scope !== 'openid').join(' '),
      skipUserProfile: true,
      store: storeOf(login) as OpenIDConnectStrategy.SessionStore,
    });
    exchangeByUs(this._oauth2, {
      headers: takesBasic(settings) ? basicHeader(config) : {},
      amend: (form) => {
        this.amend(form);
      },
      inspect: async (body) => this.inspect(body),
    });
  }

  override authorizationParams(): Record<string, string> {
    const { nonce, codeVerifier } = this.login;
    if (!this.settings.config.usePkce) return { nonce };
    return { nonce, code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' };
  }

  /** What the provider vouches for; it is asked when it has found nothing against it. */
  validate(): Exchanged | undefined {
    return this.exchanged;
  }

  /** Not everybody's: each login has a strategy of its own, which it runs itself. */
  getPassportInstance(): passport.Authenticator {
    return new passport.Authenticator();
  }

  private amend(form: URLSearchParams): void {
    const { config } = this.settings;
    // Once is enough: whoever has us in the header does not want us in the form as well.
    for (const name of takesBasic(this.settings) ? ['client_id', 'client_secret'] : []) form.delete(name);
    if (config.usePkce) form.set('code_verifier', this.login.codeVerifier);
  }

  /** Verifies the ID token before the strategy believes a word of it. */
  private async inspect(body: string): Promise<void> {
    const { description, idTokens } = this.settings;
    const answer = parseJson(description.tokenEndpoint, body);
    const { id_token: idToken, access_token: accessToken } = isObject(answer) ? answer : {};
    if (typeof idToken !== 'string' || typeof accessToken !== 'string') {
      throw upstreamError(description.tokenEndpoint, 'answers without an ID token');
    }
    const { nonce } = this.login;
    const claims = await idTokens.verify(idToken, { nonce, accessToken, code: this.code ?? '' });
    this.exchanged = { claims, accessToken };
    // The strategy compares letter by letter, and some issuers have two spellings.
    Object.assign(this, { _issuer: claims.iss });
  }
}

type StoreCallback<T> = (error: null, value: T) => void;

/** The login is kept elsewhere, and its state was checked before: the strategy gets from it what it asks for. */
function storeOf({ state, nonce }: Login & Partial<NewLogin>): object {
  return {
    store(_request: object, _context: object, _state: object, _meta: object, done: StoreCallback<unknown>) {
      done(null, state);
    },
    verify(_request: object, _state: string, done: StoreCallback<object>) {
      done(null, { nonce });
    },
  };
}

/** Whether the secret goes into the header: as the operator says, else as the provider takes it. */
function takesBasic({ config, description }: StrategySettings): boolean {
  const { tokenEndpointAuthMethod: method } = config;
  return method === undefined ? description.takesBasic : method === 'client_secret_basic';
}

/** RFC 6749, 2.3.1. */
function basicHeader({ clientId, clientSecret }: OidcProviderConfig): Record<string, string> {
  const pair = [clientId, clientSecret.reveal()].map(encodeURIComponent).join(':');
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
