import { type Browser, type Page } from '../../../support/auth-browser';
import { loginPath, providerEnv, PUBLIC_ADDRESS, useOidcServer } from '../../../support/auth-oidc-server';
import { eventually } from '../../../support/eventually';
import { apiAt } from '../../../support/http';
import { expectSessionLeft } from '../../../support/live-session';
import { metricsOf } from '../../../support/metrics';

const CALLBACK = `${PUBLIC_ADDRESS}${loginPath('acme', 'callback')}`;

function expectLedBack(page: Page, code: string): void {
  expect(page).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/#/login?error=${code}` });
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers).not.toHaveProperty('www-authenticate');
}

describe('a login that fails, of a browser that wants a page', () => {
  const oidc = useOidcServer({ PENNON_AUTHENTICATION_METHODS_OIDC_EMAIL_MATCHES: '^ada@acme\\.example$' });

  function expectNoLogin(browser: Browser): void {
    expect(browser.named('service_client_token')).toEqual([]);
    expect(browser.named('service_client_state')).toEqual([]);
  }

  it('leads back when its state is not that of this browser', async () => {
    const browser = oidc.newBrowser();
    expectLedBack(await browser.visit(CALLBACK), 'state_mismatch');
    expectLedBack(await browser.visit(`${CALLBACK}?code=abc&state=of-another`), 'state_mismatch');
    const callback = await oidc.leave(browser, 'acme', 'ada');
    expect(await browser.visit(callback)).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/` });
    expectLedBack(await browser.visit(callback), 'state_mismatch');
  });

  it('leads back whoever is not allowed', async () => {
    const browser = oidc.newBrowser();
    expectLedBack(await browser.visit(await oidc.leave(browser, 'acme', 'grace')), 'not_allowed');
    expectNoLogin(browser);
  });

  it('leads back when the provider refuses, and repeats nothing that it says', async () => {
    const browser = oidc.newBrowser();
    const { searchParams } = new URL(await oidc.authorize(browser, 'acme'));
    const words = new URLSearchParams({
      error: 'access_denied',
      error_description: 'give this to mallory',
      error_uri: 'https://evil.example/',
      state: searchParams.get('state') ?? '',
    });
    const page = await browser.visit(`${CALLBACK}?${words.toString()}`);
    expectLedBack(page, 'provider_refused');
    expect(page.body).not.toMatch(/mallory|evil|access_denied/);
    expectNoLogin(browser);
  });

  it('leads back when the provider cannot be reached, and the log says why in one line', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    await oidc.acme.breakDown(true);
    const page = await browser.visit(callback);
    await oidc.acme.breakDown(false);
    expectLedBack(page, 'provider_unreachable');
    expect(page.body).not.toContain('internals of the provider');
    expectNoLogin(browser);
    await eventually(async () => {
      const id = `"id":"${String(page.headers['x-request-id'])}"`;
      const lines = oidc.server
        .output()
        .split('\n')
        .filter((line) => line.includes(id));
      expect(lines).toEqual([
        expect.stringMatching(/"INFO".*"status":302.*request answered/),
        expect.stringMatching(/"WARN".*"reason":"the login provider cannot be reached .*request failed/),
      ]);
      return Promise.resolve();
    });
    expect(oidc.server.output()).not.toMatch(/"stack"|\bat \w+ \(/);
  });

  it('leads back with nothing but that it failed when nobody could have expected it', async () => {
    const browser = oidc.newBrowser();
    const callback = `${PUBLIC_ADDRESS}${loginPath('nope', 'callback')}?code=abc&state=x`;
    expectLedBack(await browser.visit(callback, { Cookie: 'service_client_state=x' }), 'failed');
  });

  it('leads nowhere else, whatever the address asks for', async () => {
    const browser = oidc.newBrowser();
    const query = 'redirect=//evil.example&return=https://evil.example&error=failed%23//evil.example';
    expectLedBack(await browser.visit(`${CALLBACK}?${query}`), 'state_mismatch');
    const proxied = { 'X-Forwarded-Prefix': '//evil.example/..', 'X-Forwarded-Host': 'evil.example' };
    expectLedBack(await browser.visit(CALLBACK, proxied), 'state_mismatch');
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0, */*'])(
    'answers the refusal itself to who does not ask for a page first: %s',
    async (accept) => {
      const page = await oidc.newBrowser().get(CALLBACK, accept === undefined ? {} : { Accept: accept });
      expect(page).toMatchObject({ status: 401, location: undefined });
      expect(JSON.parse(page.body)).toEqual({ code: 16, message: 'missing state parameter', details: [] });
    },
  );

  it('counts, and is in the audit log, as when it is answered with JSON', async () => {
    const browser = oidc.newBrowser();
    await oidc.logIn(browser, 'acme', 'ada');
    const state = async (): Promise<readonly [refused: number, recorded: number]> => {
      const metrics = await metricsOf(apiAt(oidc.server.url));
      const labels = { grpc_method: 'Callback', grpc_code: 'Unauthenticated' };
      const { body } = await browser.get(`${PUBLIC_ADDRESS}/audit/v1/events?type=login&action=refused`);
      const { events } = JSON.parse(body) as { events: readonly object[] };
      return [metrics.sum('grpc_server_handled_total', labels), events.length];
    };
    const [refused, recorded] = await state();
    expectLedBack(await oidc.newBrowser().visit(CALLBACK), 'state_mismatch');
    expect(await state()).toEqual([refused + 1, recorded + 1]);
  });
});

describe('a login that fails in a browser that has a session', () => {
  const oidc = useOidcServer({
    PENNON_AUTHENTICATION_METHODS_OIDC_EMAIL_MATCHES: '^ada@acme\\.example$',
    ...providerEnv('broken', { ISSUER_URL: 'http://192.0.2.1/realm', CLIENT_ID: 'x', CLIENT_SECRET: 'x' }),
    ...providerEnv('broken', { REDIRECT_ADDRESS: PUBLIC_ADDRESS, SCOPES: 'email' }),
  });
  let browser: Browser;

  beforeAll(async () => {
    browser = oidc.newBrowser();
    await oidc.logIn(browser, 'acme', 'ada');
  });

  /** The callback of a login that has begun, with changes to its query. */
  async function changed(changes: Readonly<Record<string, string>>): Promise<string> {
    const callback = new URL(await oidc.leave(browser, 'acme', 'ada'));
    for (const [name, value] of Object.entries(changes)) callback.searchParams.set(name, value);
    return callback.href;
  }

  /** The callback of a login by somebody else; the provider has forgotten who was there. */
  async function callbackOfAnother(): Promise<string> {
    const { hostname } = new URL(PUBLIC_ADDRESS);
    browser.cookies = browser.cookies.filter(({ host }) => host === hostname);
    return oidc.leave(browser, 'acme', 'grace');
  }

  it.each<[string, () => Promise<string> | string]>([
    ['has no state', () => CALLBACK],
    ['has a state of no login', () => `${CALLBACK}?code=x&state=y`],
    ['has the state of another login', async () => changed({ state: 'y' })],
    ['has a code that the provider never gave', async () => changed({ code: 'x' })],
    ['was refused by the provider', async () => changed({ error: 'access_denied' })],
    ['comes from another issuer', async () => changed({ iss: 'https://evil.example' })],
    ['is of a person who is not allowed', callbackOfAnother],
    ['names no provider', () => `${PUBLIC_ADDRESS}${loginPath('nope', 'callback')}?code=x&state=y`],
  ])('leaves it alone: the callback %s', async (_, callback) => {
    const page = await browser.get(await callback());
    expect(page.status).toBe(401);
    await expectSessionLeft(browser, page);
  });

  it('leaves it alone: the provider cannot be reached', async () => {
    const callback = await oidc.leave(browser, 'acme', 'ada');
    await oidc.acme.breakDown(true);
    const page = await browser.get(callback);
    await oidc.acme.breakDown(false);
    expect(page.status).toBe(503);
    await expectSessionLeft(browser, page);
  });

  it('leaves it alone: the provider is set up wrongly', async () => {
    const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath('broken', 'authorize')}`);
    expect(page.status).toBe(500);
    await expectSessionLeft(browser, page);
  });

  it('leaves it alone: a browser is led back to the login page', async () => {
    const page = await browser.visit(`${CALLBACK}?code=x&state=y`);
    expectLedBack(page, 'state_mismatch');
    await expectSessionLeft(browser, page);
  });
});

describe('a login at a provider that does not know the secret of this service', () => {
  const oidc = useOidcServer(providerEnv('acme', { CLIENT_SECRET: 'WRONG-SECRET' }));

  it('leads back with a code of its own, and is one line of the log', async () => {
    const browser = oidc.newBrowser();
    expectLedBack(await browser.visit(await oidc.leave(browser, 'acme', 'ada')), 'provider_misconfigured');
    const lines = oidc.server
      .output()
      .split('\n')
      .filter((line) => line.includes('invalid_client'));
    expect(lines).toEqual([expect.stringMatching(/WARN.*\/token answers invalid_client.*login failed/)]);
    expect(oidc.server.output()).not.toContain('WRONG-SECRET');
  });

  it('is answered 500 to a program, for it does not heal by itself', async () => {
    const browser = oidc.newBrowser();
    const page = await browser.get(await oidc.leave(browser, 'acme', 'ada'));
    expect([page.status, JSON.parse(page.body)]).toEqual([
      500,
      {
        code: 13,
        message:
          'the login provider and this service are not set up for each other: the log says what is wrong',
        details: [],
      },
    ]);
  });
});
