import { UnavailableError } from '@pennon/domain';
import { InvalidTokenError } from '../../keys/claims';
import { ProviderSetupError, UpstreamError } from '../../keys/upstream';
import { exchangeFailure } from './strategy-result';
import { LoginRefusal } from './login-failure';

const place = { provider: 'oidc/acme', tokenUrl: new URL('https://acme.example/token?a=secret') };

/** An error as strategies make them. */
function strategyError(members: object): Error {
  return Object.assign(new Error('a text with a secret'), members);
}

describe('an exchange that failed', () => {
  it.each(['invalid_grant', 'bad_verification_code'])('because of the code is a refusal: %s', (code) => {
    const failure = exchangeFailure(place, strategyError({ code }));
    expect(failure).toBeInstanceOf(LoginRefusal);
    expect(failure).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'the login was not confirmed by the provider',
      reason: `it refuses the code: ${code}`,
    });
  });

  it.each([
    [
      { code: 'invalid_client' },
      'answers invalid_client: check client_id and client_secret, and whether token_endpoint_auth_method is to be set',
    ],
    [{ code: 'a text with a secret' }, 'answers an error'],
    [{ oauthError: { statusCode: 502, data: 'a text with a secret' } }, 'answers 502'],
    [{}, 'is not understood'],
    [{ oauthError: new SyntaxError('a text with a secret') }, 'is not understood'],
  ])('because of %j is the provider’s fault, and nothing it said is told', (members, reason) => {
    const failure = exchangeFailure(place, strategyError(members));
    expect(failure).toBeInstanceOf(UpstreamError);
    expect(failure.message).toBe(`https://acme.example/token ${reason}`);
    expect(failure.cause).toBeUndefined();
  });

  it.each([
    { code: 'invalid_client' },
    { code: 'redirect_uri_mismatch' },
    { oauthError: { statusCode: 401, data: '' } },
  ])('because the provider does not know this service is no outage: %j', (members) => {
    expect(exchangeFailure(place, strategyError(members))).toBeInstanceOf(ProviderSetupError);
  });

  it.each([{ code: 'server_error' }, { oauthError: { statusCode: 503, data: '' } }, {}])(
    'because of %j may be over in a moment',
    (members) => {
      expect(exchangeFailure(place, strategyError(members))).not.toBeInstanceOf(ProviderSetupError);
    },
  );

  it('because of an ID token that is not good is a refusal', () => {
    const oauthError = new InvalidTokenError('the token has expired');
    expect(exchangeFailure(place, strategyError({ oauthError }))).toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'the token has expired',
    });
  });

  it.each([new UpstreamError('away'), new UnavailableError('away'), new LoginRefusal('oidc/acme', 'no')])(
    'for a reason of ours is that reason: %p',
    (oauthError) => {
      expect(exchangeFailure(place, strategyError({ oauthError }))).toBe(oauthError);
      expect(exchangeFailure(place, oauthError)).toBe(oauthError);
    },
  );
});
