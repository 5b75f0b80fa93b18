import { Browser, type Page } from './auth-browser';
import { logInAt, startIdentityProvider, type IdentityProvider } from './auth-identity-provider';
import { startServer, type TestServer } from './server';

/** How long a test may take that logs in, in milliseconds: five processes share the machine. */
const TEST_TIMEOUT_MS = 120_000;

/** Where browsers find the server; the name leads there in tests only. */
export const PUBLIC_ADDRESS = 'http://pennon.localhost';

/** What the server needs beside the providers, so that sessions mean something. */
export const sessionEnv = {
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  PENNON_AUTHENTICATION_SESSION_DOMAIN: 'localhost',
  PENNON_AUTHENTICATION_RATE_LIMIT_LOGINS: '0',
  PENNON_SERVER_TRUSTED_PROXIES: '127.0.0.1/32',
};

/** The path of a step of a login. */
export function loginPath(provider: string, step: 'authorize' | 'callback'): string {
  return `/auth/v1/method/oidc/${provider}/${step}`;
}

/** The settings of one provider. */
export function providerEnv(
  name: string,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const prefix = `PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_${name.toUpperCase()}_`;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${prefix}${key}`, value]));
}

/** A server, and two providers that differ in all that they may differ in. */
export interface OidcServer {
  readonly server: TestServer;
  /** RS256, PKCE required, its secret in the header. */
  readonly acme: IdentityProvider;
  /** ES256, without PKCE, its secret in the form. */
  readonly globex: IdentityProvider;
  /** A browser without cookies. */
  newBrowser(): Browser;
  /** Asks where to log in. */
  authorize(browser: Browser, provider: string, query?: string): Promise<string>;
  /** Logs in from the first step to the last but one: returns the address of the callback. */
  leave(browser: Browser, provider: string, name: string, query?: string): Promise<string>;
  /** Logs in, from the first step to the last. */
  logIn(browser: Browser, provider: string, name: string, query?: string): Promise<Page>;
}

const shared = { clientId: 'pennon', clientSecret: 'a secret: of/the client' } as const;

/** Starts them before the first test of the surrounding `describe`, and stops them after the last. */
export function useOidcServer(env: Readonly<Record<string, string>> = {}): OidcServer {
  const address = `${PUBLIC_ADDRESS}${env.PENNON_SERVER_BASE_PATH ?? ''}`;
  jest.setTimeout(TEST_TIMEOUT_MS);
  let server: TestServer;
  let acme: IdentityProvider;
  let globex: IdentityProvider;
  beforeAll(async () => {
    acme = await startIdentityProvider({
      ...shared,
      redirectUri: `${address}${loginPath('acme', 'callback')}`,
      algorithm: 'RS256',
      requirePkce: true,
      authMethod: 'client_secret_basic',
    });
    globex = await startIdentityProvider({
      ...shared,
      redirectUri: `${address}${loginPath('globex', 'callback')}`,
      algorithm: 'ES256',
      requirePkce: false,
      authMethod: 'client_secret_post',
    });
    const common = {
      CLIENT_ID: shared.clientId,
      CLIENT_SECRET: shared.clientSecret,
      REDIRECT_ADDRESS: address,
      SCOPES: 'email profile',
    };
    server = await startServer({
      env: {
        ...sessionEnv,
        PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true',
        ...providerEnv('acme', { ...common, ISSUER_URL: acme.issuer }),
        ...providerEnv('globex', {
          ...common,
          ISSUER_URL: globex.issuer,
          USE_PKCE: 'false',
          ALGORITHMS: 'RS256 ES256',
        }),
        ...env,
      },
    });
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    acme.stop();
    globex.stop();
    await server.stop();
  });
  const tools: OidcServer = {
    get server() {
      return server;
    },
    get acme() {
      return acme;
    },
    get globex() {
      return globex;
    },
    newBrowser: () => new Browser({ [PUBLIC_ADDRESS]: server.url }),
    async authorize(browser, provider, query = '') {
      const page = await browser.get(`${address}${loginPath(provider, 'authorize')}${query}`);
      expect(page).toMatchObject({ status: 200 });
      return (JSON.parse(page.body) as { authorizeUrl: string }).authorizeUrl;
    },
    async leave(browser, provider, name, query) {
      return logInAt(browser, await tools.authorize(browser, provider, query), name);
    },
    async logIn(browser, provider, name, query) {
      return browser.get(await tools.leave(browser, provider, name, query));
    },
  };
  return tools;
}
