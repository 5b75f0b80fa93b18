import { PassportStrategy } from '@nestjs/passport';
import { type CodehostConfig } from '@pennon/config';
import passport from 'passport';
import { Strategy as GitHubStrategy } from 'passport-github2';
import { isObject } from '../../keys/claims';
import { refusedExchange } from '../login/strategy-result';
import { type Login } from '../login/login-provider';
import { challengeOf } from '../login/login-secrets';
import { exchangeByUs } from '../login/provider-client';

/**
 * passport-github2 for one login: it builds the address and exchanges the code. It adds PKCE, and leaves the person to
 * be looked up with the access token that it ends with (docs/adr/0008).
 */
export class CodehostStrategy extends PassportStrategy(GitHubStrategy) {
  constructor(
    { serverUrl, clientId, clientSecret, scopes }: CodehostConfig,
    private readonly login: Login,
  ) {
    const tokenURL = `${serverUrl}/login/oauth/access_token`;
    super({
      authorizationURL: `${serverUrl}/login/oauth/authorize`,
      tokenURL,
      callbackURL: login.redirectUri,
      clientID: clientId,
      clientSecret: clientSecret.reveal(),
      ...(scopes.length > 0 && { scope: [...scopes] }),
      scopeSeparator: ' ',
    });
    exchangeByUs(this._oauth2, {
      headers: {},
      amend: (form) => {
        form.set('code_verifier', login.codeVerifier);
      },
      inspect: (body) => {
        assertGranted(body, new URL(tokenURL));
      },
    });
  }

  override authorizationParams(): object {
    const { codeVerifier } = this.login;
    return { code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' };
  }

  /** Not its business: its own way does not know pages, and takes addresses that nobody has verified. */
  override userProfile(_accessToken: string, done: (error: null, profile: object) => void): void {
    done(null, {});
  }

  validate(accessToken: string): string {
    return accessToken;
  }

  /** Not everybody's: each login has a strategy of its own, which it runs itself. */
  getPassportInstance(): passport.Authenticator {
    return new passport.Authenticator();
  }
}

/**
 * An error comes with status 200, in JSON or as a form.
 *
 * @throws LoginRefusal if the code is not good.
 * @throws UpstreamError if we are not.
 */
function assertGranted(body: string, tokenUrl: URL): void {
  const { error } = readAnswer(body);
  if (error !== undefined)
    throw refusedExchange({ provider: 'codehost', tokenUrl }, typeof error === 'string' ? error : '');
}

function readAnswer(body: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(body);
    return isObject(answer) ? answer : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
