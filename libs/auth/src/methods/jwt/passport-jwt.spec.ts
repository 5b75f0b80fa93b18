import { ExtractJwt, Strategy, type StrategyOptionsWithSecret } from 'passport-jwt';
import { nowInSeconds, Signer } from '../../../../../test/support/signer';

/**
 * What passport-jwt cannot do, and why `JwtAuthenticator` does without it (docs/adr/0009). When one of these tests
 * fails, it has learned something, and the decision is due for another look.
 */
describe('passport-jwt', () => {
  const rsa = new Signer('RS256');
  const ed25519 = new Signer('EdDSA');
  const now = nowInSeconds();

  /** What it makes of a token: the claims, or what is wrong. */
  async function ask(text: string, options: Partial<StrategyOptionsWithSecret> = {}): Promise<unknown> {
    const jwtFromRequest = ExtractJwt.fromAuthHeaderWithScheme('jwt');
    const settings = { secretOrKey: rsa.pem(), algorithms: ['RS256'], jwtFromRequest, ...options };
    return new Promise((resolve) => {
      const strategy = new Strategy(settings as StrategyOptionsWithSecret, (claims: object, done) => {
        done(null, claims);
      });
      const outcomes = {
        success: resolve,
        error: resolve,
        fail: (reason: Error) => {
          resolve(reason.message);
        },
      };
      Object.assign(strategy, outcomes).authenticate({ headers: { authorization: `JWT ${text}` } } as never);
    });
  }

  it('reads a plain token', async () => {
    expect(await ask(rsa.sign({ iat: now, exp: now + 60 }))).toEqual({ iat: now, exp: now + 60 });
  });

  it('does not verify EdDSA', async () => {
    const options = { secretOrKey: ed25519.pem(), algorithms: ['EdDSA' as 'RS256'] };
    expect(await ask(ed25519.sign({ exp: now + 60 }), options)).toBe('Unknown key type "ed25519".');
  });

  it.each([
    ['that tells no time', {}],
    ['of yesterday that does not say how long it lasts', { iat: now - 86_400 }],
    ['that was issued tomorrow', { iat: now + 86_400, exp: now + 90_000 }],
    ['with two claims that differ by case alone', { exp: now + 60, iss: 'me', ISS: 'you' }],
  ])('accepts a token %s', async (_, claims) => {
    expect(await ask(rsa.sign(claims))).toMatchObject(claims);
  });

  it('accepts a token with an extension that must be understood', async () => {
    expect(await ask(rsa.sign({ exp: now + 60 }, { crit: ['unknown'], unknown: 1 }))).toHaveProperty('exp');
  });

  it('tries one key only', async () => {
    const options = { secretOrKey: [new Signer('RS256').pem(), rsa.pem()] as unknown as string };
    expect(await ask(rsa.sign({ exp: now + 60 }), options)).toBe(
      'secretOrPublicKey is not valid key material',
    );
  });

  it('does not read a file whose label is in lower case', async () => {
    const options = { secretOrKey: rsa.pem('public key') };
    expect(await ask(rsa.sign({ exp: now + 60 }), options)).toBe(
      'secretOrPublicKey must be an asymmetric key when using RS256',
    );
  });
});
