import { Browser } from '../../../support/auth-browser';
import {
  logInAt,
  startIdentityProvider,
  type IdentityProvider,
} from '../../../support/auth-identity-provider';
import { loginPath, providerEnv, PUBLIC_ADDRESS, sessionEnv } from '../../../support/auth-oidc-server';
import { startServer, type TestServer } from '../../../support/server';

jest.setTimeout(120_000);

const client = { clientId: 'pennon', clientSecret: 'the secret of the client' };
let provider: IdentityProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await startIdentityProvider({
    ...client,
    redirectUri: `${PUBLIC_ADDRESS}${loginPath('acme', 'callback')}`,
    algorithm: 'ES256',
    requirePkce: true,
    authMethod: 'client_secret_post',
    signsUserInfo: true,
  });
  server = await startServer({
    env: {
      ...sessionEnv,
      PENNON_AUTHENTICATION_METHODS_OIDC_ENABLED: 'true',
      PENNON_AUTHENTICATION_METHODS_OIDC_EMAIL_MATCHES: '^[^@]+@acme\\.example$',
      ...providerEnv('acme', {
        ISSUER_URL: provider.issuer,
        CLIENT_ID: client.clientId,
        CLIENT_SECRET: client.clientSecret,
        REDIRECT_ADDRESS: PUBLIC_ADDRESS,
        SCOPES: 'email profile',
      }),
    },
  });
});

afterAll(async () => {
  provider.stop();
  await server.stop();
});

test('a provider that signs by ES256, takes the secret in the form and signs UserInfo needs no setting for it', async () => {
  const browser = new Browser({ [PUBLIC_ADDRESS]: server.url });
  const authorize = await browser.get(`${PUBLIC_ADDRESS}${loginPath('acme', 'authorize')}`);
  const { authorizeUrl } = JSON.parse(authorize.body) as { authorizeUrl: string };
  const page = await browser.get(await logInAt(browser, authorizeUrl, 'ada'));
  expect(page).toMatchObject({ status: 302, location: `${PUBLIC_ADDRESS}/` });
  const self = await browser.get(`${PUBLIC_ADDRESS}/auth/v1/self`);
  expect(JSON.parse(self.body)).toMatchObject({
    metadata: {
      'io.service.auth.email': 'ada@acme.example',
      'io.service.auth.oidc.email_verified': 'true',
    },
  });
  expect((await provider.seen()).filter((request) => request === 'GET /me')).toHaveLength(1);
});
