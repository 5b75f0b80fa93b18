import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type Page } from 'playwright-core';
import { startIdentityProvider, type IdentityProvider } from '../../../support/auth-identity-provider';
import { loginPath, providerEnv, sessionEnv } from '../../../support/auth-oidc-server';
import { describeInChromium, startChromium, type TestBrowser } from '../../../support/chromium';
import { startServer, type TestServer } from '../../../support/server';

jest.setTimeout(120_000);

const client = { clientId: 'pennon', clientSecret: 'a secret of the client' } as const;

/** A port that is free now: the provider must know the address before the server has one. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** What the page's own script gets to that request. */
async function fetchIn(page: Page, path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  return page.evaluate(
    async ([url, verb]) => {
      const response = await fetch(url, { method: verb });
      return { status: response.status, body: await response.text() };
    },
    [path, method] as const,
  );
}

/** Clicks through the provider's pages as a person would. */
async function logIn(page: Page, address: string, name: string): Promise<void> {
  await page.goto(`${address}/health`);
  const { body } = await fetchIn(page, loginPath('acme', 'authorize'));
  await page.goto((JSON.parse(body) as { authorizeUrl: string }).authorizeUrl);
  await page.fill('input[name=login]', name);
  await page.fill('input[name=password]', 'anything');
  await page.click('button[type=submit]');
  await page.click('button[type=submit]:has-text("Continue")');
  await page.waitForURL(`${address}/`);
}

describeInChromium('a login in a real browser', () => {
  let provider: IdentityProvider;
  let server: TestServer;
  let browser: TestBrowser;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://localhost:${port}`;
    provider = await startIdentityProvider({
      ...client,
      redirectUri: `${address}${loginPath('acme', 'callback')}`,
      algorithm: 'RS256',
      requirePkce: true,
      authMethod: 'client_secret_basic',
    });
    server = await startServer({
      env: {
        ...sessionEnv,
        PENNON_SERVER_HTTP_PORT: `${port}`,
        PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true',
        ...providerEnv('acme', {
          ISSUER_URL: provider.issuer,
          CLIENT_ID: client.clientId,
          CLIENT_SECRET: client.clientSecret,
          REDIRECT_ADDRESS: address,
          SCOPES: 'email profile',
        }),
      },
    });
    browser = await startChromium();
  });

  afterAll(async () => {
    await browser.close();
    provider.stop();
    expect(await server.stop()).toBe(0);
  });

  test('ends in a session that scripts cannot read, and that lasts until it is ended', async () => {
    const page = await browser.context.newPage();
    await logIn(page, address, 'ada');

    const session = (await browser.context.cookies(address)).find(
      ({ name }) => name === 'service_client_token',
    );
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await page.evaluate('document.cookie')).toBe('');

    const self = await fetchIn(page, '/auth/v1/self');
    expect(self.status).toBe(200);
    expect(JSON.parse(self.body)).toMatchObject({
      method: 'METHOD_OIDC',
      metadata: { 'io.service.auth.email': 'ada@acme.example' },
    });
    expect((await fetchIn(page, '/api/v1/namespaces')).status).toBe(200);

    expect((await fetchIn(page, '/auth/v1/self/expire', 'PUT')).status).toBe(200);
    const left = (await browser.context.cookies(address)).map(({ name }) => name);
    expect(left.filter((name) => /^(service|flipt)_/.test(name))).toEqual([]);
    expect((await fetchIn(page, '/auth/v1/self')).status).toBe(401);
  });

  test.each([
    // The browser itself keeps a strict cookie from other sites.
    ['another site', (issuer: string) => issuer.replace('localhost', '127.0.0.1'), 401],
    // To the browser, all ports of a host are one site: here the server has to look where the request comes from.
    ['another port of the same host', (issuer: string) => issuer, 403],
  ])('cannot be used by the page of %s', async (_, placeOf, status) => {
    await browser.context.clearCookies();
    const page = await browser.context.newPage();
    await logIn(page, address, 'grace');
    await page.goto(placeOf(provider.issuer));
    const form = `<form method="post" action="${address}/api/v1/namespaces"><input type="submit"></form>`;
    await page.setContent(form);
    const answered = page.waitForResponse(`${address}/api/v1/namespaces`);
    await page.click('input[type=submit]');
    expect((await answered).status()).toBe(status);

    await page.goto(`${address}/health`);
    expect((await fetchIn(page, '/auth/v1/self')).status).toBe(200);
  });
});
