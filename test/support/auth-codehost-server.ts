import { Browser, type Page } from './auth-browser';
import { CodeHost } from './auth-code-host';
import { PUBLIC_ADDRESS, sessionEnv } from './auth-oidc-server';
import { startServer, type TestServer } from './server';

/** How long a test may take that logs in, in milliseconds. */
const TEST_TIMEOUT_MS = 120_000;

/** How the method is called in paths: by its name, and by that of Flipt v1. */
export type Spelling = 'codehost' | 'github';

/** A server, and the code host that people log in at. */
export interface CodehostServer {
  readonly server: TestServer;
  readonly host: CodeHost;
  /** A browser without cookies. */
  newBrowser(): Browser;
  /** Logs in from the first step to the last but one: returns the address of the callback. */
  leave(browser: Browser, spelling?: Spelling): Promise<string>;
  /** Logs in, from the first step to the last. */
  logIn(browser: Browser, spelling?: Spelling): Promise<Page>;
  /** Where the browser is told to log in. */
  authorize(browser: Browser, spelling?: Spelling): Promise<string>;
}

/**
 * Starts them before the first test of the surrounding `describe`, and stops them after the last.
 *
 * @param settings Those of the method, without what their names begin with.
 * @param others Those of the rest of the server.
 * @param name By which the method is configured.
 */
export function useCodehostServer(
  settings: Readonly<Record<string, string>> = {},
  others: Readonly<Record<string, string>> = {},
  name: Spelling = 'codehost',
): CodehostServer {
  jest.setTimeout(TEST_TIMEOUT_MS);
  const host = new CodeHost();
  let server: TestServer;
  beforeAll(async () => {
    await host.start();
    const method = {
      ENABLED: 'true',
      SERVER_URL: host.url,
      API_URL: host.url,
      CLIENT_ID: host.clientId,
      CLIENT_SECRET: host.clientSecret,
      REDIRECT_ADDRESS: PUBLIC_ADDRESS,
      ...settings,
    };
    const prefix = `PENNON_AUTHENTICATION_METHODS_${name.toUpperCase()}_`;
    const env = Object.entries(method).map(([key, value]) => [`${prefix}${key}`, value] as const);
    server = await startServer({ env: { ...sessionEnv, ...Object.fromEntries(env), ...others } });
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await host.stop();
    await server.stop();
  });
  const tools: CodehostServer = {
    host,
    get server() {
      return server;
    },
    newBrowser: () => new Browser({ [PUBLIC_ADDRESS]: server.url }),
    async authorize(browser, spelling = 'codehost') {
      const page = await browser.get(`${PUBLIC_ADDRESS}/auth/v1/method/${spelling}/authorize`);
      expect(page).toMatchObject({ status: 200 });
      return (JSON.parse(page.body) as { authorizeUrl: string }).authorizeUrl;
    },
    async leave(browser, spelling) {
      return host.authorize(await tools.authorize(browser, spelling));
    },
    async logIn(browser, spelling) {
      return browser.get(await tools.leave(browser, spelling));
    },
  };
  return tools;
}
