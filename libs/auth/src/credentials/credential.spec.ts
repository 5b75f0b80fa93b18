import { UnauthenticatedError } from '@pennon/domain';
import { aCall } from '../../../../test/support/fake-call';
import { credentialOf, type Credential } from './credential';

const names = ['service_client_token', 'flipt_client_token'];

/** The credential of a call with these headers and cookies. */
function shown(
  authorizations: readonly string[],
  cookies: Readonly<Record<string, string>> = {},
): Credential | undefined {
  const call = aCall({ authorizations: () => authorizations, cookie: (name) => cookies[name] });
  return credentialOf(call, names);
}

describe('the credential of a call', () => {
  it.each([
    ['Bearer secret', 'token'],
    ['bearer secret', 'token'],
    ['BEARER   secret  ', 'token'],
    ['  Bearer\tsecret', 'token'],
    ['JWT secret', 'jwt'],
    ['jwt secret', 'jwt'],
  ])('is in the header %j', (header, kind) => {
    expect(shown([header])).toEqual({ kind, text: 'secret', isFromCookie: false });
  });

  it.each([
    '',
    ' ',
    'secret',
    'Bearer',
    'Bearer ',
    'Bearersecret',
    'Bearer two words',
    'Bearer a, Bearer b',
    'Basic dXNlcjpwYXNz',
    'Token secret',
    'constructor secret',
    '__proto__ secret',
    'toString secret',
  ])('is never in the header %j, nor then in the cookie', (header) => {
    expect(() => shown([header], { service_client_token: 'good' })).toThrow(UnauthenticatedError);
  });

  it('in the header beats that of the cookie', () => {
    const credential = shown(['Bearer header'], { service_client_token: 'cookie' });
    expect(credential).toMatchObject({ text: 'header', isFromCookie: false });
  });

  it.each(names)('is in the cookie %s when there is no header', (name) => {
    expect(shown([], { [name]: 'session' })).toEqual({ kind: 'token', text: 'session', isFromCookie: true });
  });

  it('is in the canonical cookie when both are there', () => {
    const cookies = { flipt_client_token: 'alias', service_client_token: 'canonical' };
    expect(shown([], cookies)).toMatchObject({ text: 'canonical' });
  });

  it('is in the second cookie when the first is empty', () => {
    expect(shown([], { service_client_token: '', flipt_client_token: 'alias' })).toMatchObject({
      text: 'alias',
    });
  });

  it('is not there without a header and a cookie, or with somebody else’s cookie', () => {
    expect(shown([])).toBeUndefined();
    expect(shown([], { service_client_token: '' })).toBeUndefined();
    expect(shown([], { session: 'other' })).toBeUndefined();
  });

  it('is refused when there are two headers, the same or not', () => {
    for (const second of ['Bearer a', 'Bearer b', 'JWT a', '', 'Basic x'])
      expect(() => shown(['Bearer a', second])).toThrow(UnauthenticatedError);
  });
});
