import { type Page } from '@playwright/test';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../../test/support/auth-identity-provider';
import { test } from './test';
import { freePort, urlOf, WebServer, type ServerSettings } from './web-server';

/** The first token of a server that is started with {@link authenticated}; it may do anything. */
export const FIRST_TOKEN = 'first-token-of-the-web-tests';

const tokenSettings: ServerSettings = {
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: FIRST_TOKEN,
};

/** For `test.use`: a server that wants to know who calls, and takes API tokens. */
export const authenticated = { serverSettings: tokenSettings, token: FIRST_TOKEN } as const;

/** For `test.use`: the same, and callers may do what their role allows. */
export const authorized = {
  ...authenticated,
  serverSettings: { ...tokenSettings, PENNON_AUTHORIZATION_REQUIRED: 'true' },
} as const;

/** How the identity provider is called in the settings, and so on the button. */
export const PROVIDER = 'acme';

const client = { clientId: 'pennon', clientSecret: 'secret-of-the-web-tests' } as const;

function oidcSettings(serverUrl: string, issuer: string): ServerSettings {
  const provider = `PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS_${PROVIDER.toUpperCase()}_`;
  return {
    ...tokenSettings,
    PENNON_AUTHENTICATION_SESSION_DOMAIN: 'localhost',
    PENNON_AUTHENTICATION_RATE_LIMIT_LOGINS: '0',
    PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true',
    [`${provider}ISSUER_URL`]: issuer,
    [`${provider}CLIENT_ID`]: client.clientId,
    [`${provider}CLIENT_SECRET`]: client.clientSecret,
    [`${provider}REDIRECT_ADDRESS`]: serverUrl,
    [`${provider}SCOPES`]: 'email profile',
  };
}

interface OidcFixtures {
  /** Where the server is going to listen: the provider has to know it first. */
  readonly port: number;
  /** A real one; people log in there by {@link logInAtProvider}. */
  readonly identityProvider: IdentityProvider;
  /** True for a provider that is broken already when the server starts, which then does not know it. */
  readonly isBroken: boolean;
  /** Settings of more ways to log in. */
  readonly otherMethods: ServerSettings;
}

/** Tests with a server of their own on which people log in at an identity provider, or show a token. */
export const oidcTest = test.extend<OidcFixtures>({
  token: FIRST_TOKEN,
  port: async ({}, provide) => {
    await provide(await freePort());
  },
  isBroken: false,
  identityProvider: async ({ port, isBroken }, provide) => {
    const provider = await startIdentityProvider({
      ...client,
      redirectUri: `${urlOf(port)}/auth/v1/method/oidc/${PROVIDER}/callback`,
      algorithm: 'RS256',
      requirePkce: true,
      authMethod: 'client_secret_basic',
    });
    await provider.breakDown(isBroken);
    await provide(provider);
    provider.stop();
  },
  otherMethods: {},
  server: async ({ port, identityProvider, otherMethods }, provide) => {
    const settings = { ...oidcSettings(urlOf(port), identityProvider.issuer), ...otherMethods };
    const server = await WebServer.start(settings, port);
    await provide(server);
    await server.remove();
  },
  guard: async ({ guard, identityProvider }, provide) => {
    guard.allowOrigin(identityProvider.issuer);
    await provide(guard);
  },
});

/** Logs in on the pages of the provider, which the page has come to, as a person would: gives a name, and agrees. */
export async function logInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
}
