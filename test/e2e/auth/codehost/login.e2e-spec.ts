import { fliptAuth } from '@pennon/proto';
import { type Page } from '../../../support/auth-browser';
import { anAccount } from '../../../support/auth-code-host';
import { useCodehostServer } from '../../../support/auth-codehost-server';
import { PUBLIC_ADDRESS } from '../../../support/auth-oidc-server';
import { eventually } from '../../../support/eventually';
import { GrpcClient } from '../../../support/grpc-client';
import { expectSessionLeft } from '../../../support/live-session';

interface Login {
  readonly clientToken: string;
  readonly authentication: {
    readonly id: string;
    readonly method: string;
    readonly createdAt: string;
    readonly expiresAt: string;
    readonly metadata: Readonly<Record<string, string>>;
  };
}

function loginOf(page: Page): Login {
  expect(page.status).toBe(302);
  return JSON.parse(page.body) as Login;
}

/** Where the browser is led whose login failed. */
function loginPage(code: string): string {
  return `${PUBLIC_ADDRESS}/#/login?error=${code}`;
}

function expectRefused(page: Page, status: number, code: number, message: string): void {
  expect({ status: page.status, body: JSON.parse(page.body) as unknown }).toEqual({
    status,
    body: { code, message, details: [] },
  });
}

describe('login at the code host, open to everybody', () => {
  const codehost = useCodehostServer();

  beforeEach(() => {
    codehost.host.user = anAccount('ada');
    codehost.host.failing = {};
    codehost.host.seen.length = 0;
  });

  it('code host: asks for nothing but the account, and opens a session', async () => {
    const browser = codehost.newBrowser();
    const page = await codehost.logIn(browser);
    expect(page.location).toBe(`${PUBLIC_ADDRESS}/`);
    const { clientToken, authentication } = loginOf(page);
    expect(clientToken).toBe('');
    expect(authentication).toMatchObject({ method: 'METHOD_CODEHOST' });
    expect(authentication.metadata).toEqual({
      'io.service.auth.codehost.host': new URL(codehost.host.url).host,
      'io.service.auth.codehost.name': 'ada the coder',
      'io.service.auth.codehost.picture': 'https://avatars.example/ada',
      'io.service.auth.codehost.preferred_username': 'ada',
      'io.service.auth.codehost.sub': '4711',
      'io.service.auth.name': 'ada the coder',
      'io.service.auth.picture': 'https://avatars.example/ada',
    });
    expect(codehost.host.seen).toEqual(['POST /login/oauth/access_token', 'GET /user']);
    const self = await browser.get(`${PUBLIC_ADDRESS}/auth/v1/self`);
    expect(JSON.parse(self.body)).toMatchObject({ id: authentication.id });
    const lifetime = Date.parse(authentication.expiresAt) - Date.parse(authentication.createdAt);
    expect(Math.round(lifetime / 1000)).toBe(24 * 3600);
  });

  it('answers at the other spelling in the other spelling, and comes back there', async () => {
    const browser = codehost.newBrowser();
    const url = new URL(await codehost.authorize(browser, 'github'));
    const callback = '/auth/v1/method/github/callback';
    expect(url.searchParams.get('redirect_uri')).toBe(`${PUBLIC_ADDRESS}${callback}`);
    expect(browser.named('service_client_state')).toMatchObject([{ path: callback }]);
    const { authentication } = loginOf(await browser.get(codehost.host.authorize(url.href)));
    expect(authentication.method).toBe('METHOD_GITHUB');
    expect(Object.keys(authentication.metadata).every((key) => key.startsWith('io.flipt.auth.'))).toBe(true);
    expect(authentication.metadata).toMatchObject({ 'io.flipt.auth.github.preferred_username': 'ada' });
    expect(browser.named('service_client_state')).toEqual([]);
  });

  it('callback URL: at our spelling comes back at ours; PKCE goes along, and no scope', async () => {
    const url = new URL(await codehost.authorize(codehost.newBrowser()));
    const query = Object.fromEntries(url.searchParams);
    expect(query).toEqual({
      client_id: codehost.host.clientId,
      response_type: 'code',
      redirect_uri: `${PUBLIC_ADDRESS}/auth/v1/method/codehost/callback`,
      state: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  it('calls a nameless account by its login', async () => {
    codehost.host.user = anAccount('grace', { name: null, email: 'grace@public.example' });
    const { authentication } = loginOf(await codehost.logIn(codehost.newBrowser()));
    expect(authentication.metadata).toMatchObject({
      'io.service.auth.codehost.name': 'grace',
      'io.service.auth.name': 'grace',
      'io.service.auth.codehost.email': 'grace@public.example',
      'io.service.auth.email': 'grace@public.example',
    });
  });

  it('a callback without a state, or with another browser’s, is refused', async () => {
    const attacker = codehost.newBrowser();
    const callback = await codehost.leave(attacker);
    const victim = codehost.newBrowser();
    const without = new URL(callback);
    without.searchParams.delete('state');
    expectRefused(await victim.get(without.href), 401, 16, 'missing state parameter');
    expectRefused(await victim.get(callback), 401, 16, 'missing state parameter');
    await codehost.authorize(victim);
    expectRefused(await victim.get(without.href), 401, 16, 'missing state parameter');
    expectRefused(await victim.get(callback), 401, 16, 'unexpected state parameter');
    expect(victim.named('service_client_token')).toEqual([]);
    expect(await attacker.get(callback)).toMatchObject({ status: 302 });
  });

  it('replay: is good once', async () => {
    const browser = codehost.newBrowser();
    const callback = await codehost.leave(browser);
    const cookie = browser.headerFor(callback);
    expect(await browser.get(callback)).toMatchObject({ status: 302 });
    codehost.host.seen.length = 0;
    const again = await codehost.newBrowser().get(callback, { Cookie: cookie });
    expectRefused(again, 401, 16, 'unexpected state parameter');
    expect(codehost.host.seen).toEqual([]);
  });

  it('somebody else’s code is refused, by PKCE', async () => {
    const code = new URL(await codehost.leave(codehost.newBrowser())).searchParams.get('code') ?? '';
    const victim = codehost.newBrowser();
    const callback = new URL(await codehost.leave(victim));
    callback.searchParams.set('code', code);
    const message = 'the login was not confirmed by the provider';
    expectRefused(await victim.get(callback.href), 401, 16, message);
  });

  it('over gRPC takes the caller’s state as it is, and shows both spellings', async () => {
    const client = new GrpcClient(codehost.server.grpcAddress);
    const { method } = fliptAuth.AuthenticationMethodGithubService;
    const begun = await client.call(method.authorizeURL, { provider: 'means nothing', state: 'mine' });
    if (!('message' in begun)) throw new Error(begun.details);
    const callback = new URL(codehost.host.authorize(begun.message.authorizeUrl));
    expect(callback.pathname).toBe('/auth/v1/method/codehost/callback');
    const code = callback.searchParams.get('code') ?? '';
    const without = await client.call(method.callback, { code, state: 'mine' });
    expect(without).toEqual({ code: 16, details: 'missing state parameter' });
    const metadata = { flipt_client_state: 'mine' };
    const outcome = await client.call(method.callback, { code, state: 'mine' }, { metadata });
    client.close();
    if (!('message' in outcome)) throw new Error(outcome.details);
    expect(outcome.message.clientToken).not.toBe('');
    expect(outcome.message.authentication).toMatchObject({
      method: fliptAuth.Method.CODEHOST,
      metadata: {
        'io.service.auth.codehost.preferred_username': 'ada',
        'io.flipt.auth.github.preferred_username': 'ada',
      },
    });
  });

  it('a refusal with status 200 is a refusal, whose words are not repeated', async () => {
    const browser = codehost.newBrowser();
    const callback = new URL(await codehost.leave(browser));
    callback.searchParams.set('code', 'no-such-code');
    const message = 'the login was not confirmed by the provider';
    expectRefused(await browser.get(callback.href), 401, 16, message);
    expect(codehost.server.output()).not.toContain('words of the code host');
    expect(codehost.server.output()).not.toContain('no-such-code');
  });

  it.each([
    ['/user', 400],
    ['/user', 429],
    ['/login/oauth/access_token', 500],
  ])('code host: %s answers %d: 503 with a fixed text, the log names it', async (path, status) => {
    const browser = codehost.newBrowser();
    const callback = await codehost.leave(browser);
    codehost.host.failing = { [path]: status };
    const page = await browser.get(callback);
    expectRefused(page, 503, 14, 'the login provider cannot be reached at the moment');
    expect(browser.named('service_client_token')).toEqual([]);
    expect(browser.named('service_client_state')).toEqual([]);
    expect(codehost.server.output()).toContain(`${path} answers ${status}`);
    expect(codehost.server.output()).not.toContain('words of the code host');
  });

  it('code host: a redirect is a fault of the set-up', async () => {
    const browser = codehost.newBrowser();
    const callback = await codehost.leave(browser);
    codehost.host.failing = { '/user': 302 };
    const message =
      'the login provider and this service are not set up for each other: the log says what is wrong';
    expectRefused(await browser.get(callback), 500, 13, message);
    expect(codehost.server.output()).toContain('/user redirects elsewhere: redirects are not followed');
  });

  it('leads back to the login page with why it failed, and nothing else', async () => {
    const browser = codehost.newBrowser();
    const callback = new URL(await codehost.leave(browser));
    callback.searchParams.set('code', 'no-such-code');
    const refused = await browser.visit(callback.href);
    expect(refused).toMatchObject({ status: 302, location: loginPage('provider_refused') });
    expect(await browser.visit(callback.href)).toMatchObject({ location: loginPage('state_mismatch') });
    const other = await codehost.leave(browser);
    codehost.host.failing = { '/user': 500 };
    expect(await browser.visit(other)).toMatchObject({ location: loginPage('provider_unreachable') });
  });

  describe('that fails in a browser that has a session', () => {
    const callbackPath = `${PUBLIC_ADDRESS}/auth/v1/method/codehost/callback`;

    it.each<[string, (callback: string) => string]>([
      ['has no state', () => callbackPath],
      ['has a state of no login', () => `${callbackPath}?code=x&state=y`],
      ['of the other spelling has a state of no login', () => callbackPath.replace('codehost', 'github')],
      ['has a code that was never given', (callback) => callback.replace(/code=[^&]+/, 'code=x')],
      ['was refused by the code host', (callback) => `${callback}&error=access_denied`],
    ])('leaves it alone: the callback %s', async (_, change) => {
      const browser = codehost.newBrowser();
      await codehost.logIn(browser);
      const page = await browser.get(change(await codehost.leave(browser)));
      expect(page.status).toBe(401);
      await expectSessionLeft(browser, page);
    });

    it.each(['/user', '/login/oauth/access_token'])('leaves it alone: %s fails', async (path) => {
      const browser = codehost.newBrowser();
      await codehost.logIn(browser);
      const callback = await codehost.leave(browser);
      codehost.host.failing = { [path]: 500 };
      const page = await browser.get(callback);
      expect(page.status).toBe(503);
      await expectSessionLeft(browser, page);
    });
  });

  it('nothing that is secret is in the log', async () => {
    const browser = codehost.newBrowser();
    const callback = new URL(await codehost.leave(browser));
    codehost.host.failing = { '/user': 500 };
    await browser.get(callback.href);
    const output = codehost.server.output();
    const { accessTokens, clientSecret } = codehost.host;
    const [code, state] = ['code', 'state'].map((name) => callback.searchParams.get(name) ?? '');
    for (const secret of [...accessTokens, clientSecret, code ?? '', state ?? '']) {
      expect(secret).not.toBe('');
      expect(output).not.toContain(secret);
    }
  });
});

describe('login at the code host, for members of organizations', () => {
  const codehost = useCodehostServer({
    SCOPES: 'read:org user:email',
    ALLOWED_ORGANIZATIONS: 'acme globex',
  });

  beforeEach(() => {
    codehost.host.failing = {};
    codehost.host.linkElsewhere = undefined;
    codehost.host.seen.length = 0;
  });

  it('code host: keeps of what they belong to what counts', async () => {
    codehost.host.user = anAccount('ada', {
      organizations: ['hobby', 'acme'],
      teams: ['acme/web', 'hobby/chess', 'acme/api'],
    });
    const { authentication } = loginOf(await codehost.logIn(codehost.newBrowser()));
    const { metadata } = authentication;
    expect(JSON.parse(metadata['io.service.auth.codehost.organizations'] ?? '')).toEqual(['acme']);
    expect(JSON.parse(metadata['io.service.auth.codehost.teams'] ?? '')).toEqual({ acme: ['web', 'api'] });
  });

  it('goes by the address that is primary and verified', async () => {
    codehost.host.user = anAccount('ada', {
      email: 'public@code.example',
      emails: [
        { email: 'other@code.example', primary: false, verified: true },
        { email: 'ada@code.example', primary: true, verified: true },
      ],
      organizations: ['acme'],
    });
    const { authentication } = loginOf(await codehost.logIn(codehost.newBrowser()));
    expect(authentication.metadata).toMatchObject({ 'io.service.auth.codehost.email': 'ada@code.example' });
  });

  it('follows the pages', async () => {
    const many = Array.from({ length: 95 }, (_, number) => `club-${number}`);
    codehost.host.user = anAccount('ada', { organizations: [...many, 'globex'] });
    expect(await codehost.logIn(codehost.newBrowser())).toMatchObject({ status: 302 });
    expect(codehost.host.seen.filter((line) => line === 'GET /user/orgs')).toHaveLength(4);
  });

  it.each([[[]], [['hobby']], [['ACME']], [['acme-2']]])('refuses members of %j', async (organizations) => {
    codehost.host.user = anAccount('mallory', { organizations });
    const browser = codehost.newBrowser();
    expectRefused(await codehost.logIn(browser), 401, 16, 'request was not authenticated');
    expect(browser.named('service_client_token')).toEqual([]);
  });

  it('logs what whoever is refused belongs to, and which name differs by case alone', async () => {
    codehost.host.user = anAccount('mallory', { organizations: ['hobby', 'ACME'], teams: ['hobby/chess'] });
    const page = await codehost.logIn(codehost.newBrowser());
    await eventually(async () => {
      const line = codehost.server
        .output()
        .split('\n')
        .find((text) => text.includes('login refused') && text.includes('hobby/chess'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({
        L: 'WARN',
        req: { id: page.headers['x-request-id'] },
        provider: 'codehost',
        reason: 'no membership that is allowed',
        description: 'a member of "hobby", "ACME", "hobby/chess"; "ACME" differs from "acme" by case alone',
      });
      return Promise.resolve();
    });
    expect(page.body).not.toMatch(/acme|hobby/i);
  });

  it('leaves the session of a browser alone when it refuses a person', async () => {
    codehost.host.user = anAccount('ada', { organizations: ['acme'] });
    const browser = codehost.newBrowser();
    await codehost.logIn(browser);
    codehost.host.user = anAccount('mallory', { organizations: ['hobby'] });
    const page = await codehost.logIn(browser);
    expect(page.status).toBe(401);
    await expectSessionLeft(browser, page);
  });

  it('leads back to the login page whom it does not want', async () => {
    codehost.host.user = anAccount('mallory', { organizations: ['hobby'] });
    const browser = codehost.newBrowser();
    const page = await browser.visit(await codehost.leave(browser));
    expect(page).toMatchObject({ status: 302, location: loginPage('not_allowed') });
    expect(browser.named('service_client_token')).toEqual([]);
  });

  it('does not take the access token to another host', async () => {
    codehost.host.user = anAccount('ada', { organizations: ['acme'] });
    codehost.host.linkElsewhere = 'http://localhost:1/user/orgs?page=2';
    const page = await codehost.logIn(codehost.newBrowser());
    expectRefused(page, 503, 14, 'the login provider cannot be reached at the moment');
    expect(codehost.server.output()).toContain('continues on another host');
  });

  it.each(['/user/orgs', '/user/teams', '/user/emails'])('lets nobody in while %s fails', async (path) => {
    codehost.host.user = anAccount('ada', { organizations: ['acme'] });
    codehost.host.failing = { [path]: 500 };
    const page = await codehost.logIn(codehost.newBrowser());
    expectRefused(page, 503, 14, 'the login provider cannot be reached at the moment');
  });
});

describe('login at the code host, for members of teams', () => {
  const codehost = useCodehostServer(
    {
      SCOPES: 'read:org',
      ALLOWED_ORGANIZATIONS: 'Acme globex',
      ALLOWED_TEAMS_ACME: 'web api',
    },
    { PENNON_AUTHENTICATION_METHODS_KUBERNETES_ENABLED: 'false' },
    'github',
  );

  it.each(['codehost', 'github'] as const)(
    'is called by the name of the settings after a login at %s',
    async (path) => {
      codehost.host.user = anAccount('ada', { organizations: ['globex', 'Acme'], teams: ['Acme/web'] });
      const browser = codehost.newBrowser();
      const { id, method } = loginOf(await codehost.logIn(browser, path)).authentication;
      expect(method).toBe(path === 'github' ? 'METHOD_GITHUB' : 'METHOD_CODEHOST');
      const read = async (at: string): Promise<unknown> =>
        JSON.parse((await browser.get(`${PUBLIC_ADDRESS}${at}`)).body) as unknown;
      const record = { id, method: 'METHOD_GITHUB' };
      expect(await read('/auth/v1/self')).toMatchObject(record);
      expect(await read(`/auth/v1/tokens/${id}`)).toMatchObject(record);
      for (const filter of ['METHOD_GITHUB', 'METHOD_CODEHOST', '4'])
        expect(await read(`/auth/v1/tokens?method=${filter}`)).toMatchObject({
          authentications: expect.arrayContaining([expect.objectContaining(record)]),
        });
      const { events } = (await read('/audit/v1/events?type=login&action=succeeded&limit=1')) as {
        events: unknown;
      };
      expect(events).toMatchObject([
        {
          key: id,
          actor: { authentication: 'github' },
          after: {
            method: 'github',
            'io.service.auth.codehost.preferred_username': 'ada',
            'io.flipt.auth.github.preferred_username': 'ada',
          },
        },
      ]);
    },
  );

  it('is listed by the name of the settings, with its paths, over gRPC too', async () => {
    const browser = codehost.newBrowser();
    const { body } = await browser.get(`${PUBLIC_ADDRESS}/auth/v1/method`);
    const { methods } = JSON.parse(body) as { methods: readonly { readonly method: string }[] };
    expect(methods.map(({ method }) => method)).toEqual([
      'METHOD_TOKEN',
      'METHOD_GITHUB',
      'METHOD_OIDC',
      'METHOD_KUBERNETES',
      'METHOD_JWT',
    ]);
    expect(methods[1]).toMatchObject({
      metadata: {
        authorize_url: '/auth/v1/method/github/authorize',
        callback_url: '/auth/v1/method/github/callback',
      },
    });
    const client = new GrpcClient(codehost.server.grpcAddress);
    const { authorizeURL } = fliptAuth.AuthenticationMethodGithubService.method;
    const begun = await client.call(authorizeURL, { state: 'mine' });
    client.close();
    if (!('message' in begun)) throw new Error(begun.details);
    const callback = new URL(codehost.host.authorize(begun.message.authorizeUrl));
    expect(callback.pathname).toBe('/auth/v1/method/github/callback');
  });

  it('names the method in the audit log of refused logins', async () => {
    codehost.host.user = anAccount('mallory', { organizations: ['hobby'] });
    expect((await codehost.logIn(codehost.newBrowser())).status).toBe(401);
    codehost.host.user = anAccount('ada', { organizations: ['globex', 'Acme'], teams: ['Acme/web'] });
    const browser = codehost.newBrowser();
    await codehost.logIn(browser);
    const { body } = await browser.get(`${PUBLIC_ADDRESS}/audit/v1/events?type=login&action=refused&limit=1`);
    expect(JSON.parse(body)).toMatchObject({ events: [{ after: { provider: 'github' } }] });
  });

  it('code host: lets in a member of a team, and keeps the teams that are listed', async () => {
    codehost.host.user = anAccount('ada', {
      organizations: ['Acme', 'globex'],
      teams: ['Acme/web', 'Acme/ops', 'globex/web'],
    });
    const { authentication } = loginOf(await codehost.logIn(codehost.newBrowser()));
    const { metadata } = authentication;
    expect(JSON.parse(metadata['io.service.auth.codehost.organizations'] ?? '')).toEqual(['Acme', 'globex']);
    expect(JSON.parse(metadata['io.service.auth.codehost.teams'] ?? '')).toEqual({ Acme: ['web'] });
  });

  it.each([
    [['Acme'], ['Acme/ops']],
    [['globex'], ['globex/web']],
    [['hobby'], ['Acme/web']],
    [['Acme'], ['globex/web']],
  ])('refuses members of %j in %j', async (organizations, teams) => {
    codehost.host.user = anAccount('mallory', { organizations, teams });
    expectRefused(await codehost.logIn(codehost.newBrowser()), 401, 16, 'request was not authenticated');
  });
});

describe('login at the code host, where roles count', () => {
  const codehost = useCodehostServer(
    {
      SCOPES: 'read:org',
      ROLES: 'acme=viewer acme/ops=admin acme/web=shop:editor',
    },
    { PENNON_AUTHORIZATION_REQUIRED: 'true' },
  );

  it.each([
    [['acme'], [], 'viewer', [200, 200, 200]],
    [['acme'], ['acme/ops'], 'viewer, admin', [200, 200, 200]],
    [['hobby'], ['acme/web'], 'shop:editor', [403, 200, 403]],
    [['hobby'], ['hobby/ops'], undefined, [403, 403, 403]],
  ])('gives members of %j in %j the role %j', async (organizations, teams, role, statuses) => {
    codehost.host.user = anAccount('ada', { organizations, teams });
    const browser = codehost.newBrowser();
    const { authentication } = loginOf(await codehost.logIn(browser));
    expect(authentication.metadata['io.service.auth.role']).toBe(role);
    const paths = ['/api/v1/flags', '/api/v1/namespaces/shop/flags', '/auth/v1/tokens'];
    const pages = await Promise.all(paths.map(async (path) => browser.get(`${PUBLIC_ADDRESS}${path}`)));
    expect(pages.map(({ status }) => status)).toEqual(statuses);
  });
});
