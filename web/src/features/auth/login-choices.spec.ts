import { type LoginMethod } from '@/api/types';
import { isSafeLogin, loginChoices } from './login-choices';

function method(values: Pick<LoginMethod, 'method'> & Partial<LoginMethod>): LoginMethod {
  return { enabled: true, authorizeUrl: '', providers: [], ...values };
}

describe('loginChoices', () => {
  it('offers the providers in the order given, then the code host', () => {
    const choices = loginChoices([
      method({ method: 'METHOD_CODEHOST', authorizeUrl: '/auth/v1/method/codehost/authorize' }),
      method({
        method: 'METHOD_OIDC',
        providers: [
          { name: 'okta', authorizeUrl: '/prefix/okta' },
          { name: 'acme', authorizeUrl: '/prefix/acme' },
        ],
      }),
    ]);
    expect(choices).toEqual([
      { key: 'okta', name: 'Okta', authorizeUrl: '/prefix/okta' },
      { key: 'acme', name: 'Acme', authorizeUrl: '/prefix/acme' },
      { key: '', name: 'Code host', authorizeUrl: '/auth/v1/method/codehost/authorize' },
    ]);
  });

  it('offers the code host by the name by which it is configured', () => {
    const authorizeUrl = '/auth/v1/method/github/authorize';
    expect(loginChoices([method({ method: 'METHOD_GITHUB', authorizeUrl })])).toEqual([
      { key: 'github', name: 'GitHub', authorizeUrl },
    ]);
  });

  it('offers neither what is disabled nor what is for programs', () => {
    const choices = loginChoices([
      method({ method: 'METHOD_OIDC', enabled: false, providers: [{ name: 'okta', authorizeUrl: '/okta' }] }),
      method({ method: 'METHOD_JWT' }),
      method({ method: 'METHOD_ORCHESTRATOR' }),
      method({ method: 'METHOD_KUBERNETES' }),
      method({ method: 'METHOD_TOKEN' }),
    ]);
    expect(choices).toEqual([]);
  });
});

describe('isSafeLogin', () => {
  it.each(['https://id.example/authorize?x=1', 'http://localhost:9000/auth', 'http://127.0.0.1/auth'])(
    'goes to %s',
    (address) => {
      expect(isSafeLogin(address)).toBe(true);
    },
  );

  it.each(['http://id.example/authorize', 'javascript:alert(1)', 'data:text/html,x', '/relative', ''])(
    'does not go to "%s"',
    (address) => {
      expect(isSafeLogin(address)).toBe(false);
    },
  );
});
