import OpenIDConnectStrategy from 'passport-openidconnect';
import { signedBy } from '../../../../../test/support/signer';
import { runStrategy, type StrategyOutcome } from '../login/run-strategy';

const ISSUER = 'https://acme.example';

/** What the code is exchanged for, as the strategy's own client would hand it over. */
type Exchange = (error: null, accessToken: string, refreshToken: string, answer: object) => void;

/** The strategy as it comes, whose provider answers with this ID token. */
class PlainStrategy extends OpenIDConnectStrategy {
  constructor(idToken: string, store?: object) {
    super(
      {
        issuer: ISSUER,
        authorizationURL: `${ISSUER}/auth`,
        tokenURL: `${ISSUER}/token`,
        userInfoURL: '',
        callbackURL: 'https://flags.example/callback',
        clientID: 'pennon',
        clientSecret: 'secret',
        ...(store !== undefined && { store: store as OpenIDConnectStrategy.SessionStore }),
      },
      (issuer: string, _profile: object, done: OpenIDConnectStrategy.VerifyCallback) => {
        done(null, { issuer });
      },
    );
    Object.assign(this._oauth2, {
      getOAuthAccessToken: (_code: string, _parameters: object, done: Exchange) => {
        done(null, 'access token', '', { id_token: idToken });
      },
    });
  }
}

/** A store that knows every state. */
const store = {
  store(
    _request: object,
    _context: object,
    _state: object,
    _meta: object,
    done: (error: null, state: string) => void,
  ) {
    done(null, 'state');
  },
  verify(_request: object, _state: string, done: (error: null, context: object) => void) {
    done(null, {});
  },
};

async function outcomeFor(idToken: string): Promise<StrategyOutcome> {
  return runStrategy(new PlainStrategy(idToken, store), { query: { code: 'code', state: 'state' } });
}

/** The record for docs/adr/0008: when one of these fails, the package has learned something. */
describe('passport-openidconnect, as it comes', () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: ISSUER, sub: 'ada', aud: 'pennon', exp: now + 60, iat: now };

  it('believes an ID token that nobody has signed', async () => {
    const forged = signedBy({ alg: 'none' }, claims, () => Buffer.alloc(0));
    expect(await outcomeFor(forged)).toMatchObject({ kind: 'success' });
  });

  it('believes an ID token from the future', async () => {
    const early = signedBy({ alg: 'RS256' }, { ...claims, iat: now + 999, nbf: now + 999 }, () =>
      Buffer.from('x'),
    );
    expect(await outcomeFor(early)).toMatchObject({ kind: 'success' });
  });

  // Here the exchange answers at once, and the test is within reach. Over a network nothing is, and the process ends.
  it('throws where nobody catches, at an ID token that says `null`', async () => {
    await expect(outcomeFor(signedBy({ alg: 'RS256' }, 'null', () => Buffer.from('x')))).rejects.toThrow(
      TypeError,
    );
  });

  it('has neither PKCE nor a nonce', async () => {
    const outcome = await runStrategy(new PlainStrategy('', store), { query: {} });
    expect(outcome.kind === 'redirect' && [...new URL(outcome.url).searchParams.keys()].sort()).toEqual([
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
  });

  it('needs a session of Express', async () => {
    await expect(runStrategy(new PlainStrategy(''), { query: {} })).rejects.toThrow(
      'requires session support',
    );
  });
});
