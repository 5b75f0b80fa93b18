import { createHmac } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { FakeIssuer } from '../../../../../test/support/fake-issuer';
import { nowInSeconds, signedBy, Signer } from '../../../../../test/support/signer';
import { InvalidTokenError } from '../../keys/claims';
import { ProviderSetupError, UpstreamError } from '../../keys/upstream';
import { type ProviderDescription } from './discovery';
import { IdTokens, type TokenContext, type TokenIssuer, tokenHash } from './id-tokens';

const ISSUER = 'https://acme.example';

const context: TokenContext = { nonce: 'the nonce', code: 'the code', accessToken: 'the access token' };

const keys = new FakeIssuer();
const rsa = new Signer('RS256', 'rsa');
const ec = new Signer('ES256', 'ec');
const ed = new Signer('EdDSA', 'ed');

beforeAll(async () => {
  Logger.overrideLogger(false);
  await keys.start();
});
beforeEach(() => {
  keys.signers = [rsa, ec, ed];
});
afterAll(async () => {
  await keys.stop();
});

function claims(changes: object = {}): object {
  const now = nowInSeconds();
  return {
    iss: ISSUER,
    sub: 'ada',
    aud: 'pennon',
    exp: now + 60,
    iat: now,
    nonce: context.nonce,
    ...changes,
  };
}

function idTokens(
  changes: Partial<TokenIssuer> = {},
  described: Partial<ProviderDescription> = {},
): IdTokens {
  const description: ProviderDescription = {
    issuer: ISSUER,
    authorizationEndpoint: new URL(ISSUER),
    tokenEndpoint: new URL(ISSUER),
    jwksUri: new URL(keys.jwksUrl),
    userInfoEndpoint: undefined,
    algorithms: undefined,
    namesItself: false,
    takesBasic: true,
    ...described,
  };
  return new IdTokens({
    key: 'oidc/acme',
    description,
    clientId: 'pennon',
    allowed: ['RS256'],
    allowedForUserInfo: ['RS256'],
    setting: 'the.algorithms',
    clockSkew: 60_000,
    ...changes,
  });
}

async function expectRefused(token: string, by = idTokens()): Promise<void> {
  await expect(by.verify(token, context)).rejects.toThrow(InvalidTokenError);
}

describe('an ID token', () => {
  it('vouches for its claims', async () => {
    const said = claims({ email: 'ada@acme.example' });
    expect(await idTokens().verify(rsa.sign(said), context)).toEqual(said);
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['an issuer with a slash', { iss: `${ISSUER}/` }],
    ['no issuer', { iss: undefined }],
    ['nobody to be about', { sub: undefined }],
    ['a blank somebody', { sub: ' ' }],
    ['a number for somebody', { sub: 5 }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['an empty list of audiences', { aud: [] }],
    ['several audiences, and no word on whose it is', { aud: ['pennon', 'other'] }],
    ['several audiences, and another owner', { aud: ['pennon', 'other'], azp: 'other' }],
    ['another owner', { azp: 'other' }],
    ['an audience that is not ours, though we own it', { aud: 'other', azp: 'pennon' }],
    ['no end', { exp: undefined }],
    ['an end that was', { exp: nowInSeconds() - 1 }],
    ['an end in words', { exp: '9999999999' }],
    ['no beginning', { iat: undefined }],
    ['a beginning that is far ahead', { iat: nowInSeconds() + 90 }],
    ['a start that is far ahead', { nbf: nowInSeconds() + 400 }],
    ['no nonce', { nonce: undefined }],
    ['another nonce', { nonce: 'the nonce of another login' }],
    ['the hash of another access token', { at_hash: tokenHash('RS256', 'another') }],
    ['the hash of another code', { c_hash: tokenHash('RS256', 'another') }],
    ['a hash that is none', { at_hash: null }],
  ])('is not good with %s', async (_, changes) => {
    await expectRefused(rsa.sign(claims(changes)));
  });

  it.each([
    ['a list of one audience', { aud: ['pennon'] }],
    ['several audiences, if we own it', { aud: ['pennon', 'other'], azp: 'pennon' }],
    ['a beginning that is a bit ahead', { iat: nowInSeconds() + 50 }],
    ['a start that is a bit ahead', { nbf: nowInSeconds() + 250 }],
    [
      'the hashes of what came with it',
      {
        at_hash: tokenHash('RS256', context.accessToken),
        c_hash: tokenHash('RS256', context.code),
      },
    ],
  ])('is good with %s', async (_, changes) => {
    await expect(idTokens().verify(rsa.sign(claims(changes)), context)).resolves.toBeDefined();
  });

  it('may be from a clock that is ahead, as far as the operator says', async () => {
    const ahead = rsa.sign(claims({ iat: nowInSeconds() + 90 }));
    await expect(idTokens().verify(ahead, context)).rejects.toThrow(
      /from the future: the provider's clock is (89|90) s ahead, and clock_skew is 60 s/,
    );
    await expect(idTokens({ clockSkew: 120_000 }).verify(ahead, context)).resolves.toBeDefined();
    // More than a test takes on a busy machine.
    await expectRefused(rsa.sign(claims({ iat: nowInSeconds() + 30 })), idTokens({ clockSkew: 0 }));
    const expired = rsa.sign(claims({ exp: nowInSeconds() - 1 }));
    await expectRefused(expired, idTokens({ clockSkew: 600_000 }));
  });

  it('is good with the other spelling of an issuer that has two', async () => {
    const google = idTokens({}, { issuer: 'https://accounts.google.com' });
    const token = rsa.sign(claims({ iss: 'accounts.google.com' }));
    await expect(google.verify(token, context)).resolves.toBeDefined();
    await expectRefused(rsa.sign(claims({ iss: 'acme.example' })));
  });
});

describe('the signature of an ID token', () => {
  it('is by an algorithm that is allowed; another is a fault of the set-up, and is named', async () => {
    for (const signer of [ec, ed]) {
      await expect(idTokens().verify(signer.sign(claims()), context)).rejects.toThrow(
        new ProviderSetupError(
          `oidc/acme signs by ${signer.algorithm}, and RS256 is allowed: set the.algorithms`,
        ),
      );
    }
    const all = idTokens({ allowed: ['RS256', 'ES256', 'EdDSA'] });
    for (const signer of [rsa, ec, ed]) {
      await expect(all.verify(signer.sign(claims()), context)).resolves.toBeDefined();
    }
  });

  it('is not none, and not by the public key as a secret', async () => {
    const tokens = idTokens();
    await expectRefused(
      signedBy({ alg: 'none' }, claims(), () => Buffer.alloc(0)),
      tokens,
    );
    const secrets = [rsa.pem(), JSON.stringify(rsa.jwk)];
    for (const secret of secrets) {
      const forged = signedBy({ alg: 'HS256', kid: 'rsa' }, claims(), (input) =>
        createHmac('sha256', secret).update(input).digest(),
      );
      await expectRefused(forged, tokens);
    }
  });

  it('is not by a key that the token brings along', async () => {
    const mallory = new Signer('RS256', 'rsa');
    await expectRefused(mallory.sign(claims(), { jwk: mallory.jwk, jku: 'https://evil.example/jwks' }));
  });

  it('is by a key that the provider has now', async () => {
    const tokens = idTokens();
    await tokens.verify(rsa.sign(claims()), context);
    keys.fetches = 0;
    await tokens.verify(rsa.sign(claims()), context);
    expect(keys.fetches).toBe(0);
  });

  it('cannot be told without the keys', async () => {
    const away = idTokens({}, { jwksUri: new URL('http://127.0.0.1:1/keys') });
    await expect(away.verify(rsa.sign(claims()), context)).rejects.toThrow(UpstreamError);
  });

  it('is not looked at when the token is too long', async () => {
    await expectRefused(rsa.sign(claims({ padding: 'x'.repeat(17_000) })));
  });
});
