import { type Browser, type Page } from '../../../support/auth-browser';
import { loginPath, PUBLIC_ADDRESS, useOidcServer } from '../../../support/auth-oidc-server';

const CALLBACK = `${PUBLIC_ADDRESS}${loginPath('acme', 'callback')}`;

function refusal(code: number, message: string): { code: number; message: string; details: unknown[] } {
  return { code, message, details: [] };
}

const missingState = refusal(16, 'missing state parameter');
const unexpectedState = refusal(16, 'unexpected state parameter');
const notConfirmed = refusal(16, 'the login was not confirmed by the provider');
const notAuthenticated = refusal(16, 'request was not authenticated');

function expectRefused(page: Page, status: number, body: object): void {
  expect({ status: page.status, body: JSON.parse(page.body) as unknown }).toEqual({ status, body });
  expect(page.location).toBeUndefined();
  expect(page.headers['cache-control']).toBe('no-store');
}

function expectNoSession(browser: Browser): void {
  expect(browser.named('service_client_token')).toEqual([]);
}

describe('a callback that is not the end of this browser’s login', () => {
  const oidc = useOidcServer();

  it.each(['', '?code=abc', '?code=abc&state=', '?code=abc&state=%20', '?error=access_denied'])(
    'without a state is refused, also when a login is under way: %s',
    async (query) => {
      const browser = oidc.newBrowser();
      expectRefused(await browser.get(`${CALLBACK}${query}`), 401, missingState);
      await oidc.authorize(browser, 'acme');
      expectRefused(await browser.get(`${CALLBACK}${query}`), 401, missingState);
    },
  );

  it('login CSRF: in the browser of a victim ends in no session, and spoils nothing', async () => {
    const attacker = oidc.newBrowser();
    const callback = await oidc.leave(attacker, 'acme', 'mallory');
    const victim = oidc.newBrowser();
    expectRefused(await victim.get(callback), 401, missingState);
    const own = await oidc.leave(victim, 'acme', 'ada');
    expectRefused(await victim.get(callback), 401, unexpectedState);
    expectNoSession(victim);
    expect(await victim.get(own)).toMatchObject({ status: 302 });
    expect(await attacker.get(callback)).toMatchObject({ status: 302 });
  });

  it('with a state that nobody was given is refused, whatever cookie says so', async () => {
    const browser = oidc.newBrowser();
    const page = await browser.get(`${CALLBACK}?code=abc&state=forged`, {
      Cookie: 'service_client_state=forged',
    });
    expectRefused(page, 401, unexpectedState);
  });

  it('replay: is good once', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    const cookie = browser.headerFor(callback);
    expect(await browser.get(callback)).toMatchObject({ status: 302 });
    await oidc.acme.seen();
    const again = oidc.newBrowser();
    expectRefused(await again.get(callback, { Cookie: cookie }), 401, unexpectedState);
    expectNoSession(again);
    expect(await oidc.acme.seen()).toEqual([]);
  });

  it('replay: is good once, also of two at the same time', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    const pages = await Promise.all([browser.get(callback), browser.get(callback)]);
    expect(pages.map(({ status }) => status).toSorted()).toEqual([302, 401]);
  });

  it('at another provider is refused', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    const cookie = browser.headerFor(callback);
    const elsewhere = callback.replace('/oidc/acme/', '/oidc/globex/');
    expectRefused(await browser.get(elsewhere), 401, missingState);
    expectRefused(await browser.get(elsewhere, { Cookie: cookie }), 401, unexpectedState);
    expectNoSession(browser);
  });

  it('ends in no session when the provider says no, whose words go to the log alone', async () => {
    const browser = oidc.newBrowser();
    const url = await oidc.authorize(browser, 'acme');
    const state = encodeURIComponent(new URL(url).searchParams.get('state') ?? '');
    const words = 'error=access_denied&error_description=give+this+to+mallory';
    expectRefused(await browser.get(`${CALLBACK}?${words}&state=${state}`), 401, notConfirmed);
    expectNoSession(browser);
    expect(browser.named('service_client_state')).toEqual([]);
    expectRefused(await browser.get(`${CALLBACK}?code=abc&state=${state}`), 401, missingState);
    expect(oidc.server.output()).toMatch(/it answers access_denied[^]*give this to mallory/);
  });

  it('with somebody else’s code is refused', async () => {
    const attacker = oidc.newBrowser();
    const code = new URL(await oidc.leave(attacker, 'acme', 'mallory')).searchParams.get('code') ?? '';
    const victim = oidc.newBrowser();
    const url = new URL(await oidc.leave(victim, 'acme', 'ada'));
    url.searchParams.set('code', code);
    expectRefused(await victim.get(url.href), 401, notConfirmed);
    expectNoSession(victim);
  });

  it('with somebody else’s code is refused without PKCE too, by the nonce', async () => {
    const attacker = oidc.newBrowser();
    const code = new URL(await oidc.leave(attacker, 'globex', 'mallory')).searchParams.get('code') ?? '';
    const victim = oidc.newBrowser();
    const url = new URL(await oidc.leave(victim, 'globex', 'ada'));
    url.searchParams.set('code', code);
    expectRefused(await victim.get(url.href), 401, notConfirmed);
    expect(oidc.server.output()).toContain('the token is of another login');
  });

  it('at a provider that there is none of is told so, once the state is good', async () => {
    const browser = oidc.newBrowser();
    const unknown = refusal(5, 'requested provider "nope": provider not found');
    expectRefused(await browser.get(`${PUBLIC_ADDRESS}${loginPath('nope', 'authorize')}`), 404, unknown);
    expect(browser.cookies).toEqual([]);
    const callback = `${PUBLIC_ADDRESS}${loginPath('nope', 'callback')}?code=abc&state=x`;
    expectRefused(await browser.get(callback), 401, missingState);
    expectRefused(await browser.get(callback, { Cookie: 'service_client_state=x' }), 404, unknown);
  });

  it.each(['ACME', '__proto__', 'constructor', 'acme;Domain=evil', 'a%0d%0aSet-Cookie:%20x=y'])(
    'cookie injection: a provider called %s is none, and sets no cookie',
    async (name) => {
      const browser = oidc.newBrowser();
      const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath(name, 'authorize')}`);
      expect(page.status).toBe(404);
      const callback = `${PUBLIC_ADDRESS}${loginPath(name, 'callback')}?code=abc&state=x`;
      expect(await browser.get(callback, { Cookie: 'service_client_state=x' })).toMatchObject({
        status: 404,
      });
      expect(browser.cookies).toEqual([]);
    },
  );

  it('cookie injection: a provider whose name holds U+0000 is refused, and sets no cookie', async () => {
    const browser = oidc.newBrowser();
    const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath('acme%00', 'authorize')}`);
    expectRefused(page, 400, refusal(3, 'invalid field provider: must not hold the character U+0000'));
    expect(browser.cookies).toEqual([]);
  });

  it('cookie injection: a state with line breaks stays in its cookie', async () => {
    const browser = oidc.newBrowser();
    const page = await browser.get(
      `${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}?state=${encodeURIComponent('/a\r\nSet-Cookie: x=y; Path=/')}`,
    );
    expect(page.status).toBe(200);
    expect(browser.named('x')).toEqual([]);
    expect(browser.cookies.every(({ path }) => path === loginPath('acme', 'callback'))).toBe(true);
  });

  it('cookie injection: a planted cookie of the known name does not keep the owner from logging in', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    const cookie = `service_client_state=planted; flipt_client_state=planted; ${browser.headerFor(callback)}`;
    expect(await browser.get(callback, { Cookie: cookie })).toMatchObject({ status: 302 });
  });

  it('a state that does not fit into a cookie is refused', async () => {
    const url = `${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}?state=/${'x'.repeat(600)}`;
    const message = 'invalid field state: must not be longer than 512 bytes';
    expectRefused(await oidc.newBrowser().get(url), 400, refusal(3, message));
  });

  it('a provider that fails is 503, and nothing of it is told', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    await oidc.acme.breakDown(true);
    const page = await browser.get(callback);
    await oidc.acme.breakDown(false);
    expectRefused(page, 503, refusal(14, 'the login provider cannot be reached at the moment'));
    expect(browser.named('service_client_state')).toEqual([]);
    expectNoSession(browser);
    expect(oidc.server.output()).toContain('/token answers 500');
    expect(oidc.server.output()).not.toContain('internals of the provider');
  });

  it('nothing that is secret is in the log', async () => {
    const browser = oidc.newBrowser();
    const callback = new URL(await oidc.leave(browser, 'acme', 'ada'));
    await browser.get(callback.href);
    const state = callback.searchParams.get('state') ?? '';
    const token = browser.named('service_client_token')[0]?.value ?? '';
    const forged = new URL(await oidc.leave(browser, 'acme', 'ada'));
    const code = forged.searchParams.get('code') ?? '';
    forged.searchParams.set('code', `${code}x`);
    expect(await browser.get(forged.href)).toMatchObject({ status: 401 });
    const output = oidc.server.output();
    for (const secret of [
      callback.searchParams.get('code') ?? '',
      code,
      state,
      token,
      'a secret: of/the client',
    ]) {
      expect(secret).not.toBe('');
      expect(output).not.toContain(secret);
      expect(output).not.toContain(encodeURIComponent(secret));
    }
    expect(output).toContain('it refuses the code: invalid_grant');
    expect(output).not.toMatch(/eyJ[\w-]{10}/);
  });
});

describe('a login that takes too long', () => {
  const oidc = useOidcServer({ PENNON_AUTHENTICATION_SESSION_STATE_LIFETIME: '1s' });

  it('is refused, also when the browser has kept its cookie', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expectRefused(await browser.get(callback), 401, unexpectedState);
    expectNoSession(browser);
  });
});

describe('many logins from one address', () => {
  const oidc = useOidcServer({ PENNON_AUTHENTICATION_RATE_LIMIT_LOGINS: '3' });

  it('are refused from the first one too many', async () => {
    const browser = oidc.newBrowser();
    const authorize = `${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}`;
    await browser.get(authorize);
    await browser.get(authorize);
    expectRefused(await browser.get(CALLBACK), 401, missingState);
    const tooMany = refusal(8, 'too many logins from this address');
    expectRefused(await browser.get(authorize), 429, tooMany);
    expectRefused(await browser.get(CALLBACK), 429, tooMany);
    expect(await browser.get(authorize, { 'X-Forwarded-For': '198.51.100.7' })).toMatchObject({
      status: 200,
    });
  });
});

describe('with a list of email addresses', () => {
  const oidc = useOidcServer({
    PENNON_AUTHENTICATION_METHODS_OIDC_EMAIL_MATCHES: '^ada@acme\\.example$',
  });

  afterEach(async () => {
    await oidc.acme.claim({ email_verified: true });
  });

  it('lets in whom a pattern matches', async () => {
    expect(await oidc.logIn(oidc.newBrowser(), 'acme', 'ada')).toMatchObject({ status: 302 });
  });

  it('lets in nobody else, at the callback already', async () => {
    const browser = oidc.newBrowser();
    expectRefused(await oidc.logIn(browser, 'acme', 'grace'), 401, notAuthenticated);
    expectNoSession(browser);
  });

  it('lets nobody in by an address that is not verified', async () => {
    await oidc.acme.claim({ email_verified: false });
    const browser = oidc.newBrowser();
    expectRefused(await oidc.logIn(browser, 'acme', 'ada'), 401, notAuthenticated);
    expectNoSession(browser);
  });
});
