import { type Browser } from '../../../support/auth-browser';
import { logInAt } from '../../../support/auth-identity-provider';
import { loginPath, PUBLIC_ADDRESS, useOidcServer } from '../../../support/auth-oidc-server';

const oidc = useOidcServer({ PENNON_SERVER_BASE_PATH: '/flags' });
const callbackPath = `/flags${loginPath('acme', 'callback')}`;

async function selfStatus(browser: Browser): Promise<number> {
  const { status } = await browser.get(`${PUBLIC_ADDRESS}/flags/auth/v1/self`);
  return status;
}

describe('login below a base path', () => {
  it('is told where it begins', async () => {
    const { body } = await oidc.newBrowser().get(`${PUBLIC_ADDRESS}/flags/auth/v1/method`);
    expect(body).toContain(`"authorize_url":"/flags${loginPath('acme', 'authorize')}"`);
    expect(body).toContain(`"callback_url":"${callbackPath}"`);
  });

  it('leads from the page to the provider and back to the page, with cookies for this path alone', async () => {
    const browser = oidc.newBrowser();
    const authorizeUrl = await oidc.authorize(browser, 'acme');
    expect(new URL(authorizeUrl).searchParams.get('redirect_uri')).toBe(`${PUBLIC_ADDRESS}${callbackPath}`);
    expect(browser.named('service_client_state')).toMatchObject([{ path: callbackPath }]);
    const last = await browser.get(await logInAt(browser, authorizeUrl, 'ada'));
    expect(last).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/flags/` });
    expect(browser.named('service_client_state')).toEqual([]);
    expect(browser.named('service_client_token')).toMatchObject([{ path: '/flags' }]);
    expect(await selfStatus(browser)).toBe(200);
  });

  it('goes back to the path that the page asked for', async () => {
    const page = await oidc.logIn(oidc.newBrowser(), 'acme', 'ada', '?state=/%23/default');
    expect(page.location).toBe(`${PUBLIC_ADDRESS}/flags/#/default`);
  });

  it('leads back to the login page there when it fails', async () => {
    const url = `${PUBLIC_ADDRESS}${callbackPath}?code=abc&state=x`;
    const page = (path: string): object => ({
      status: 302,
      location: `${PUBLIC_ADDRESS}${path}/#/login?error=state_mismatch`,
    });
    const browser = oidc.newBrowser();
    expect(await browser.visit(url)).toMatchObject(page('/flags'));
    const stripped = { 'X-Forwarded-Prefix': '/tools' };
    expect(await browser.visit(url, stripped)).toMatchObject(page('/tools/flags'));
    const elsewhere = { 'X-Forwarded-Prefix': '//evil.example' };
    expect(await browser.visit(url, elsewhere)).toMatchObject(page('/evil.example/flags'));
  });

  it('has both paths in its cookies where a proxy strips one before it', async () => {
    const browser = oidc.newBrowser();
    const stripped = { 'X-Forwarded-Prefix': '/tools' };
    const start = `${PUBLIC_ADDRESS}/flags${loginPath('acme', 'authorize')}`;
    const { authorizeUrl } = JSON.parse((await browser.get(start, stripped)).body) as {
      authorizeUrl: string;
    };
    expect(browser.named('service_client_state')).toMatchObject([{ path: `/tools${callbackPath}` }]);
    const callback = await logInAt(browser, authorizeUrl, 'ada');
    const held = browser.headerFor(`${PUBLIC_ADDRESS}/tools${callbackPath}`);
    const last = await browser.get(callback, { ...stripped, Cookie: held });
    expect(last).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/tools/flags/` });
    expect(browser.named('service_client_token')).toMatchObject([{ path: '/tools/flags' }]);
  });

  it('is not answered outside of it', async () => {
    const { status } = await oidc.newBrowser().get(`${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}`);
    expect(status).toBe(404);
  });
});
