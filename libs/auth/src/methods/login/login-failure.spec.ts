import { NotFoundError, UnauthenticatedError, UnavailableError } from '@pennon/domain';
import { FakeExchange } from '../../../../../test/support/fake-exchange';
import { ProviderSetupError, UpstreamError } from '../../keys/upstream';
import { LoginPage, LoginRefusal, PersonRefusal, StateMismatch, upstreamFailure } from './login-failure';

/** Where a caller is led after that error. */
function placeAfter(error: unknown, isServed = true, wantsPage = true): string | undefined {
  const http = Object.assign(new FakeExchange('GET', '/flags'), { wantsPage });
  new LoginPage(isServed).leadBack(error, http);
  return http.refusalLocation;
}

describe('the page that a failed login leads back to', () => {
  it.each([
    ['state_mismatch', new StateMismatch()],
    ['state_mismatch', new StateMismatch('missing')],
    ['not_allowed', new PersonRefusal('oidc/acme', 'the email is not allowed')],
    ['provider_refused', new LoginRefusal('oidc/acme', 'it sent no code')],
    [
      'provider_misconfigured',
      upstreamFailure(new ProviderSetupError('https://acme.example/token answers 401')),
    ],
    ['provider_unreachable', upstreamFailure(new UpstreamError('https://acme.example/token answers 500'))],
    ['failed', new UnavailableError('the database is away')],
    ['failed', new UnauthenticatedError()],
    ['failed', new NotFoundError('requested provider "&error=x#": provider not found')],
    ['failed', new Error('a bug')],
    ['failed', '//evil.example'],
  ])('says %s, and nothing of %s', (code, error) => {
    expect(placeAfter(error)).toBe(`/flags/#/login?error=${code}`);
  });

  it('is for callers that want a page, where there is one', () => {
    expect(placeAfter(new StateMismatch(), true, false)).toBeUndefined();
    expect(placeAfter(new StateMismatch(), false, true)).toBeUndefined();
  });
});
