import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../../support/auth-browser';
import { logInAt, startIdentityProvider } from '../../../support/auth-identity-provider';
import { loginPath, providerEnv, PUBLIC_ADDRESS, sessionEnv } from '../../../support/auth-oidc-server';
import { startServer } from '../../../support/server';

jest.setTimeout(120_000);

const ENABLED = { PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true' };

const common = {
  CLIENT_ID: 'pennon',
  CLIENT_SECRET: 'a secret',
  REDIRECT_ADDRESS: PUBLIC_ADDRESS,
  SCOPES: 'email',
};

const unavailable = {
  code: 14,
  message: 'the login provider cannot be reached at the moment',
  details: [],
};

const misconfigured = {
  code: 13,
  message: 'the login provider and this service are not set up for each other: the log says what is wrong',
  details: [],
};

it('a session is refused with every call once its address is not allowed any more', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-emails-'));
  const acme = await startIdentityProvider({
    clientId: common.CLIENT_ID,
    clientSecret: common.CLIENT_SECRET,
    redirectUri: `${PUBLIC_ADDRESS}${loginPath('acme', 'callback')}`,
    algorithm: 'RS256',
    requirePkce: true,
    authMethod: 'client_secret_basic',
  });
  const hosts: Record<string, string> = {};
  const browsers = { ada: new Browser(hosts), grace: new Browser(hosts) };
  const statuses = async (): Promise<readonly number[]> => {
    const paths = ['/auth/v1/self', '/api/v1/namespaces/default/flags'];
    const pages = Object.values(browsers).flatMap((browser) =>
      // By the header, so that a refusal does not take the cookie away.
      paths.map(async (path) =>
        browser.get(`${PUBLIC_ADDRESS}${path}`, {
          Authorization: `Bearer ${browser.named('service_client_token')[0]?.value ?? ''}`,
        }),
      ),
    );
    return (await Promise.all(pages)).map(({ status }) => status);
  };
  const env = { ...sessionEnv, ...ENABLED, ...providerEnv('acme', { ...common, ISSUER_URL: acme.issuer }) };
  const before = await startServer({ env, directory });
  hosts[PUBLIC_ADDRESS] = before.url;
  for (const [name, browser] of Object.entries(browsers)) {
    const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}`);
    const { authorizeUrl } = JSON.parse(page.body) as { authorizeUrl: string };
    expect(await browser.get(await logInAt(browser, authorizeUrl, name))).toMatchObject({ status: 302 });
  }
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await before.stop();
  const after = await startServer({
    env: { ...env, PENNON_AUTHENTICATION_METHODS_OIDC_EMAIL_MATCHES: '^ada@' },
    directory,
  });
  hosts[PUBLIC_ADDRESS] = after.url;
  expect(await statuses()).toEqual([200, 200, 401, 401]);
  await after.stop();
  acme.stop();
  rmSync(directory, { recursive: true });
});

describe('a provider that cannot be used', () => {
  let impostor: Server;
  let issuer: string;
  let document: unknown;
  let asked: number;

  beforeEach(async () => {
    asked = 0;
    impostor = createServer((_, response) => {
      asked++;
      response.end(JSON.stringify(document));
    }).listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    issuer = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    impostor.close();
    impostor.closeAllConnections();
  });

  it('answers 503, or 500 if it will not heal, without a word of why, which is in the log', async () => {
    // It is asked at the start already.
    document = { issuer: 'https://accounts.google.com' };
    const server = await startServer({
      env: {
        ...sessionEnv,
        ...ENABLED,
        ...providerEnv('gone', { ...common, ISSUER_URL: 'http://127.0.0.1:1' }),
        ...providerEnv('open', { ...common, ISSUER_URL: 'http://192.0.2.1/realm' }),
        ...providerEnv('posing', { ...common, ISSUER_URL: issuer }),
      },
    });
    const browser = new Browser({ [PUBLIC_ADDRESS]: server.url });
    for (const [name, status, body] of [
      ['gone', 503, unavailable],
      ['open', 500, misconfigured],
      ['posing', 500, misconfigured],
    ] as const) {
      const page = await browser.get(`${PUBLIC_ADDRESS}${loginPath(name, 'authorize')}`);
      expect([page.status, JSON.parse(page.body)]).toEqual([status, body]);
    }
    // Nor is it asked again for everybody who comes.
    await browser.get(`${PUBLIC_ADDRESS}${loginPath('posing', 'authorize')}`);
    expect(asked).toBe(1);
    expect(browser.cookies).toEqual([]);
    await server.stop();
    for (const reason of [
      'ECONNREFUSED',
      'must be an https URL',
      `says https://accounts.google.com, configured is ${issuer}`,
    ]) {
      expect(server.output()).toContain(reason);
    }
    expect(server.output()).not.toContain(common.CLIENT_SECRET);
  });
});

it('a method that is off is not there', async () => {
  const server = await startServer({
    env: { ...sessionEnv, PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true' },
  });
  const browser = new Browser({ [PUBLIC_ADDRESS]: server.url });
  for (const path of ['oidc/acme', 'codehost', 'github']) {
    for (const step of ['authorize', 'callback']) {
      const page = await browser.get(`${PUBLIC_ADDRESS}/auth/v1/method/${path}/${step}`);
      expect([page.status, JSON.parse(page.body)]).toEqual([
        404,
        { code: 5, message: 'Not Found', details: [] },
      ]);
    }
  }
  await server.stop();
});
