import { createHash } from 'node:crypto';
import { loginPath, PUBLIC_ADDRESS, useOidcServer } from '../../../support/auth-oidc-server';
import { type Browser } from '../../../support/auth-browser';
import { logInAt } from '../../../support/auth-identity-provider';

const oidc = useOidcServer();

interface Record_ {
  readonly clientToken: string;
  readonly authentication: {
    readonly id: string;
    readonly method: string;
    readonly createdAt: string;
    readonly expiresAt: string;
    readonly metadata: Readonly<Record<string, string>>;
  };
}

async function self(browser: Browser): Promise<{ status: number; id?: string }> {
  const { status, body } = await browser.get(`${PUBLIC_ADDRESS}/auth/v1/self`);
  return { status, ...(JSON.parse(body) as { id?: string }) };
}

describe('login by OpenID Connect', () => {
  it.each(['acme', 'globex'])(
    'from the page to a session, with the cookies of a browser, at %s',
    async (provider) => {
      const browser = oidc.newBrowser();
      const page = await oidc.logIn(browser, provider, 'ada');
      expect(page).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/` });
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
      const { clientToken, authentication } = JSON.parse(page.body) as Record_;
      expect(clientToken).toBe('');
      expect(authentication.method).toBe('METHOD_OIDC');
      const { 'io.service.auth.claims': claims = '', ...metadata } = authentication.metadata;
      const known = {
        provider,
        email: 'ada@acme.example',
        email_verified: 'true',
        name: 'ada of Acme',
        profile: 'https://acme.example/ada',
        picture: 'https://acme.example/ada.png',
        sub: 'ada',
        preferred_username: 'ada',
      };
      const ours = Object.entries(known).map(
        ([key, value]) => [`io.service.auth.oidc.${key}`, value] as const,
      );
      const common = (['email', 'name', 'picture'] as const).map(
        (key) => [`io.service.auth.${key}`, known[key]] as const,
      );
      const alias = [...ours, ...common].map(
        ([key, value]) => [key.replace('io.service.', 'io.flipt.'), value] as const,
      );
      expect(metadata).toEqual({
        ...Object.fromEntries([...ours, ...common, ...alias]),
        'io.flipt.auth.claims': claims,
      });
      expect(JSON.parse(claims)).toMatchObject({ sub: 'ada', aud: 'pennon', email: 'ada@acme.example' });
      const lifetime = Date.parse(authentication.expiresAt) - Date.parse(authentication.createdAt);
      expect(Math.round(lifetime / 1000)).toBe(24 * 3600);
      expect(await self(browser)).toMatchObject({ status: 200, id: authentication.id });
    },
  );

  it('shows what the provider claims of a person to that person alone', async () => {
    const ada = oidc.newBrowser();
    const { authentication } = JSON.parse((await oidc.logIn(ada, 'acme', 'ada')).body) as Record_;
    const bob = oidc.newBrowser();
    await oidc.logIn(bob, 'acme', 'bob');
    const list = await bob.get(`${PUBLIC_ADDRESS}/auth/v1/tokens`);
    const { authentications } = JSON.parse(list.body) as { authentications: Record_['authentication'][] };
    const one = await bob.get(`${PUBLIC_ADDRESS}/auth/v1/tokens/${authentication.id}`);
    const shown = [...authentications, JSON.parse(one.body) as Record_['authentication']];
    expect(shown.map(({ id }) => id)).toContain(authentication.id);
    for (const { metadata } of shown) {
      expect(Object.keys(metadata).filter((key) => key.endsWith('.claims'))).toEqual([]);
    }
    expect(shown.at(-1)?.metadata).toMatchObject({ 'io.service.auth.oidc.email': 'ada@acme.example' });
    const own = JSON.parse((await ada.get(`${PUBLIC_ADDRESS}/auth/v1/self`)).body) as typeof authentication;
    expect(own.metadata).toHaveProperty(['io.service.auth.claims']);
  });

  it('cookies: the session is Strict, HttpOnly, for every path, and ends with the record', async () => {
    const browser = oidc.newBrowser();
    const page = await oidc.logIn(browser, 'acme', 'ada');
    const { authentication } = JSON.parse(page.body) as Record_;
    for (const name of ['service_client_token', 'flipt_client_token']) {
      const [cookie] = browser.named(name);
      expect(cookie).toMatchObject({ path: '/' });
      expect(cookie?.attributes).toEqual(
        expect.arrayContaining(['httponly', 'samesite=strict', 'domain=localhost']),
      );
      const expires = cookie?.attributes
        .find((text) => text.startsWith('expires='))
        ?.slice('expires='.length);
      expect(Date.parse(expires ?? '')).toBe(Math.floor(Date.parse(authentication.expiresAt) / 1000) * 1000);
    }
  });

  it('callback URL: is the redirect address with the path of the provider', async () => {
    const url = new URL(await oidc.authorize(oidc.newBrowser(), 'acme'));
    expect(url.searchParams.get('redirect_uri')).toBe(`${PUBLIC_ADDRESS}/auth/v1/method/oidc/acme/callback`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'pennon',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
  });

  it('state, nonce and challenge are new with every login', async () => {
    const browser = oidc.newBrowser();
    const urls = [await oidc.authorize(browser, 'acme'), await oidc.authorize(browser, 'acme')];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = urls.map((url) => new URL(url).searchParams.get(name) ?? '');
      expect(new Set(values).size).toBe(2);
      expect(values.every((value) => value.length >= 43)).toBe(true);
    }
    const [state, nonce] = ['state', 'nonce'].map((name) => new URL(urls[0] ?? '').searchParams.get(name));
    expect(state).not.toBe(nonce);
  });

  it('leaves PKCE out where the operator has switched it off', async () => {
    const url = new URL(await oidc.authorize(oidc.newBrowser(), 'globex'));
    expect(url.searchParams.has('code_challenge')).toBe(false);
    expect(url.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
  });

  it('cookies: the state is in a cookie for the callback alone, and in none after it', async () => {
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'acme', 'ada');
    const state = new URL(callback).searchParams.get('state') ?? '';
    const tag = createHash('sha256').update(state).digest('base64url').slice(0, 16);
    for (const name of ['service_client_state', 'flipt_client_state', `service_client_state_${tag}`]) {
      const [cookie] = browser.named(name);
      expect(cookie).toMatchObject({ path: loginPath('acme', 'callback') });
      expect(decodeURIComponent(cookie?.value ?? '')).toBe(state);
      expect(cookie?.attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=lax']));
      expect(cookie?.attributes.some((text) => text.startsWith('domain='))).toBe(false);
    }
    await browser.get(callback);
    const host = new URL(PUBLIC_ADDRESS).hostname;
    const left = browser.cookies.filter((cookie) => cookie.host === host).map(({ name }) => name);
    expect(left).toEqual(['service_client_token', 'flipt_client_token']);
  });

  it('the state holds what the page gave, and 88 characters of randomness', async () => {
    const url = new URL(await oidc.authorize(oidc.newBrowser(), 'acme', '?state=%2Fflags'));
    const state = Buffer.from(url.searchParams.get('state') ?? '', 'base64url').toString();
    expect(JSON.parse(state)).toEqual({
      security_token: expect.stringMatching(/^[\w-]{86}==$/),
      original_state: '/flags',
    });
  });

  it('goes back to the path that the page asked for', async () => {
    const page = await oidc.logIn(
      oidc.newBrowser(),
      'acme',
      'ada',
      '?state=%2Fflags%3Fnamespace%3Dshop%23top',
    );
    expect(page).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/flags?namespace=shop#top` });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    'an opaque state',
  ])('never leaves the site: %s', async (state) => {
    const page = await oidc.logIn(oidc.newBrowser(), 'acme', 'ada', `?state=${encodeURIComponent(state)}`);
    expect(page.status).toBe(302);
    const location = new URL(page.location ?? '');
    expect(location.origin).toBe(PUBLIC_ADDRESS);
  });

  it('a new login ends the session that the browser had', async () => {
    const browser = oidc.newBrowser();
    await oidc.logIn(browser, 'acme', 'ada');
    const [old] = browser.named('service_client_token');
    await oidc.logIn(browser, 'globex', 'ada');
    expect(await self(browser)).toMatchObject({ status: 200 });
    const stale = oidc.newBrowser();
    const { status } = await stale.get(`${PUBLIC_ADDRESS}/auth/v1/self`, {
      Authorization: `Bearer ${old?.value ?? ''}`,
    });
    expect(status).toBe(401);
  });

  it('ends the session that it began in, also where the browser comes back without its strict cookie', async () => {
    const browser = oidc.newBrowser();
    await oidc.logIn(browser, 'acme', 'ada');
    const [old] = browser.named('service_client_token');
    const callback = await oidc.leave(browser, 'acme', 'ada');
    // As after a click at another site.
    browser.cookies = browser.cookies.filter(({ attributes }) => !attributes.includes('samesite=strict'));
    expect(await browser.get(callback)).toMatchObject({ status: 302 });
    expect(await self(browser)).toMatchObject({ status: 200 });
    const { status } = await oidc.newBrowser().get(`${PUBLIC_ADDRESS}/auth/v1/self`, {
      Authorization: `Bearer ${old?.value ?? ''}`,
    });
    expect(status).toBe(401);
  });

  it('keeps the logins of several tabs apart, at one provider and at two', async () => {
    const browser = oidc.newBrowser();
    const [first, second, third] = [
      await oidc.leave(browser, 'acme', 'ada'),
      await oidc.leave(browser, 'acme', 'grace'),
      await oidc.leave(browser, 'globex', 'joan'),
    ];
    for (const callback of [first, third, second]) {
      expect(await browser.get(callback)).toMatchObject({ status: 302 });
    }
  });

  it('goes on with the keys that the provider has put in the place of the old ones', async () => {
    expect(await oidc.logIn(oidc.newBrowser(), 'globex', 'ada')).toMatchObject({ status: 302 });
    await oidc.globex.rotate();
    // Keys are asked for no more often than every five seconds.
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    const browser = oidc.newBrowser();
    const callback = await oidc.leave(browser, 'globex', 'ada');
    await oidc.globex.seen();
    expect(await browser.get(callback)).toMatchObject({ status: 302 });
    // The last one for the role, which the ID token lacks.
    expect(await oidc.globex.seen()).toEqual(['POST /token', 'GET /jwks', 'GET /me']);
  });

  it('asks a provider once for its description and its keys, however many log in', async () => {
    await oidc.logIn(oidc.newBrowser(), 'acme', 'ada');
    await oidc.acme.seen();
    await Promise.all([1, 2, 3].map(async () => oidc.logIn(oidc.newBrowser(), 'acme', 'ada')));
    const seen = await oidc.acme.seen();
    expect(seen.filter((line) => line === 'POST /token')).toHaveLength(3);
    expect(seen.filter((line) => /well-known|jwks/.test(line))).toEqual([]);
  });

  it.each(['//evil.example', 'https://evil.example', '/a;Path=/', '/../..', '/\\evil.example', '/a\tb'])(
    'is not led away by the prefix %j',
    async (text) => {
      const browser = oidc.newBrowser();
      const prefix = { 'X-Forwarded-Prefix': text };
      const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}`, prefix);
      const { authorizeUrl } = JSON.parse(page.body) as { authorizeUrl: string };
      for (const cookie of browser.named('service_client_state')) {
        expect(cookie.path).toMatch(/^(\/[\w.:~-]+)?\/auth\/v1\/method\/oidc\/acme\/callback$/);
      }
      const callback = await logInAt(browser, authorizeUrl, 'ada');
      const held = `service_client_state=${browser.named('service_client_state')[0]?.value ?? ''}`;
      const last = await browser.get(callback, { ...prefix, Cookie: held });
      expect(last.status).toBe(302);
      expect(last.headers.location).toMatch(/^\/([\w.:~-]+\/)?([\w.:~-]+\/)?$/);
    },
  );

  it('behind a prefix the state’s cookie and the way back have it, the session cookie has not', async () => {
    const browser = oidc.newBrowser();
    const prefix = { 'X-Forwarded-Prefix': '/flags' };
    const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}`, prefix);
    const { authorizeUrl } = JSON.parse(page.body) as { authorizeUrl: string };
    expect(new URL(authorizeUrl).searchParams.get('redirect_uri')).not.toContain('/flags');
    const path = '/flags/auth/v1/method/oidc/acme/callback';
    expect(browser.named('service_client_state')).toMatchObject([{ path }]);
    const callback = await logInAt(browser, authorizeUrl, 'ada');
    // What the proxy that put the prefix there takes off again.
    const cookie = browser.headerFor(`${PUBLIC_ADDRESS}${path}`);
    const last = await browser.get(callback, { ...prefix, Cookie: cookie });
    expect(last).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/flags/` });
    expect(browser.named('service_client_state')).toEqual([]);
    expect(browser.named('service_client_token')).toMatchObject([{ path: '/' }]);
  });
});
