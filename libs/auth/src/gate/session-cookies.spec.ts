import { aCall } from '../../../../test/support/fake-call';
import { FakeExchange } from '../../../../test/support/fake-exchange';
import { configFor } from '../../../../test/support/temporary-database';
import { SessionCookies } from './session-cookies';

const expires = new Date('2025-01-02T03:04:05Z');

function cookiesWith(env: NodeJS.ProcessEnv, fliptAliases = true): SessionCookies {
  return new SessionCookies(
    configFor('file:/nonexistent/pennon.db', env).authentication.session,
    fliptAliases,
  );
}

const domain = { PENNON_AUTHENTICATION_SESSION_DOMAIN: 'https://flags.example.com' };
const local = { PENNON_AUTHENTICATION_SESSION_DOMAIN: 'http://localhost:8080' };

describe('a session cookie', () => {
  it('goes by both names, to every page of this host alone, over HTTPS, to no other site', () => {
    const http = new FakeExchange();
    cookiesWith({}).set(http, 'svc_token', expires);
    const attributes = { path: '/', secure: true, sameSite: 'strict', expires };
    expect(http.cookies).toEqual([
      ['service_client_token', 'svc_token', attributes],
      ['flipt_client_token', 'svc_token', attributes],
    ]);
  });

  it('goes by our name alone when Flipt’s are switched off', () => {
    const http = new FakeExchange();
    cookiesWith({}, false).set(http, 'svc_token', expires);
    expect(http.cookies.map(([name]) => name)).toEqual(['service_client_token']);
  });

  it('goes to the domain that was set', () => {
    const http = new FakeExchange();
    cookiesWith(domain).set(http, 'svc_token', expires);
    expect(http.cookies[0]?.[2]).toMatchObject({ domain: 'flags.example.com', secure: true });
  });

  it('goes to the host that is called alone where that is the domain, and takes the place of one for the domain', () => {
    const http = new FakeExchange('POST', '', '/path', '/', 'flags.example.com');
    cookiesWith(domain, false).set(http, 'svc_token', expires);
    const attributes = { path: '/', secure: true, sameSite: 'strict' };
    expect(http.cookies).toEqual([
      ['service_client_token', '', { ...attributes, domain: 'flags.example.com', maxAge: 0 }],
      ['service_client_token', 'svc_token', { ...attributes, expires }],
    ]);
    const cleared = new FakeExchange('POST', '', '/path', '/', 'flags.example.com');
    cookiesWith(domain, false).clear(cleared);
    expect(cleared.cookies).toEqual([
      ['service_client_token', '', { ...attributes, maxAge: 0 }],
      ['service_client_token', '', { ...attributes, domain: 'flags.example.com', maxAge: 0 }],
    ]);
  });

  it('goes over HTTP to localhost', () => {
    const http = new FakeExchange();
    cookiesWith(local).set(http, 'svc_token', expires);
    expect(http.cookies[0]?.[2]).toMatchObject({ secure: false });
  });
});

describe('clearing the session', () => {
  it.each([
    [{}, { path: '/', secure: true, sameSite: 'strict', maxAge: 0 }],
    [domain, { path: '/', secure: true, sameSite: 'strict', maxAge: 0, domain: 'flags.example.com' }],
  ])('is a blank value that ends at once, and else the same cookie: %o', (env, attributes) => {
    const http = new FakeExchange();
    cookiesWith(env).clear(http);
    expect(http.cookies).toEqual([
      ['service_client_token', '', attributes],
      ['flipt_client_token', '', attributes],
    ]);
  });
});

describe('a call', () => {
  it.each([
    ['service_client_token', true, true],
    ['flipt_client_token', true, true],
    ['flipt_client_token', false, false],
    ['other', true, false],
  ])('with the cookie %s has a session, with Flipt’s names %p: %p', (name, fliptAliases, expected) => {
    const call = aCall({ cookie: (asked) => (asked === name ? '' : undefined) });
    expect(cookiesWith({}, fliptAliases).isIn(call)).toBe(expected);
  });
});
