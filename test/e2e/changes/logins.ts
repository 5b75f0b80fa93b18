import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../support/auth-browser';
import { anAccount, CodeHost } from '../../support/auth-code-host';
import { FakeProvider } from '../../support/auth-fake-provider';
import { loginPath, providerEnv, PUBLIC_ADDRESS, sessionEnv } from '../../support/auth-oidc-server';
import { authEnv, withTokens, type AuthServer, type Shown } from '../../support/auth-server';
import { useFakeCluster } from '../../support/fake-cluster';
import { jsonOf, jsonRequest } from '../../support/http';
import { nowInSeconds, Signer } from '../../support/signer';
import { useServer } from '../../support/use-server';

const METHODS = 'PENNON_AUTHENTICATION_METHODS_';

/** A server at which people and programs log in by every method. All of them may propose and approve. */
export interface ServerWithLogins extends AuthServer {
  /** Another static token of that name. */
  token(name: string): Promise<Shown>;
  /** Logs in at an identity provider. @param email Undefined for an account without an address. */
  oidc(provider: 'acme' | 'globex', sub: string, email?: string): Promise<Shown>;
  /** Logs in at the code host. @param email Undefined for an account that shows none. */
  codehost(id: number, email?: string): Promise<Shown>;
  /** A JSON web token of the issuer that is the provider `acme`, unless the claims name another. */
  jwt(claims: object): Shown;
  /** Logs a pod in, by the token of its service account. */
  pod(serviceAccount: string, pod: string): Promise<Shown>;
}

/**
 * Starts such a server before the first test of the surrounding `describe`, and stops it after the last.
 *
 * @param jwtCallers Whose JSON web tokens are.
 */
export function useServerWithLogins(jwtCallers: 'people' | 'programs'): ServerWithLogins {
  const providers = { acme: new FakeProvider(), globex: new FakeProvider() };
  const host = new CodeHost();
  const cluster = useFakeCluster();
  const signer = new Signer('ES256');
  const directory = mkdtempSync(join(tmpdir(), 'pennon-logins-'));
  const keyFile = join(directory, 'key.pem');
  writeFileSync(keyFile, signer.pem());
  beforeAll(async () => {
    for (const upstream of [...Object.values(providers), host]) await upstream.start();
  });
  const shared = { REDIRECT_ADDRESS: PUBLIC_ADDRESS, ROLES: '*=editor' };
  const server = withTokens(
    useServer(() => ({
      ...authEnv,
      ...sessionEnv,
      PENNON_AUTHORIZATION_REQUIRED: 'true',
      [`${METHODS}OIDC_ENABLED`]: 'true',
      ...providerEnv('acme', { ...providers.acme.settings, ...shared }),
      ...providerEnv('globex', { ...providers.globex.settings, ...shared }),
      ...prefixed('CODEHOST_', {
        ...{ ENABLED: 'true', SERVER_URL: host.url, API_URL: host.url, ...shared },
        ...{ CLIENT_ID: host.clientId, CLIENT_SECRET: host.clientSecret },
      }),
      ...prefixed('ORCHESTRATOR_', {
        ...{ ENABLED: 'true', DISCOVERY_URL: cluster.url, CA_PATH: cluster.certificates.caFile },
        ...{ SERVICE_ACCOUNT_TOKEN_PATH: cluster.tokenFile, ROLES: '*/*=editor */*=approver' },
      }),
      ...prefixed('JWT_', { ENABLED: 'true', PUBLIC_KEY_FILE: keyFile, CALLERS: jwtCallers }),
    })),
  );
  afterAll(async () => {
    for (const upstream of [...Object.values(providers), host]) await upstream.stop();
    rmSync(directory, { recursive: true });
  });

  const throughBrowser = async (path: string, agree: (browser: Browser, url: string) => Promise<string>) => {
    const browser = new Browser({ [PUBLIC_ADDRESS]: server.url });
    const page = await browser.get(`${PUBLIC_ADDRESS}${path}`);
    const { authorizeUrl } = JSON.parse(page.body) as { readonly authorizeUrl: string };
    expect(await browser.get(await agree(browser, authorizeUrl))).toMatchObject({ status: 302 });
    return browser.named('service_client_token')[0]?.value ?? '';
  };

  return Object.assign(Object.create(server) as AuthServer, {
    async token(name: string) {
      const metadata = { 'io.service.auth.role': 'editor, approver' };
      return (await server.issue({ name, metadata })).clientToken;
    },
    async oidc(provider: keyof typeof providers, sub: string, email?: string) {
      const upstream = providers[provider];
      upstream.claims = { sub, ...(email !== undefined && { email, email_verified: true }) };
      upstream.userInfo = { sub };
      return throughBrowser(loginPath(provider, 'authorize'), async (browser, url) => {
        return (await browser.get(url)).location ?? '';
      });
    },
    async codehost(id: number, email?: string) {
      host.user = anAccount(`account-${id}`, { id, email: email ?? null });
      return throughBrowser('/auth/v1/method/codehost/authorize', async (_browser, url) => {
        return Promise.resolve(host.authorize(url));
      });
    },
    jwt(claims: object) {
      const now = nowInSeconds();
      const usual = { iss: providers.acme.issuer, iat: now, exp: now + 600 };
      return { jwt: signer.sign({ ...usual, 'io.service.auth.role': 'editor', ...claims }) };
    },
    async pod(serviceAccount: string, pod: string) {
      const claims = {
        namespace: 'shop',
        pod: { name: pod, uid: pod },
        serviceaccount: { name: serviceAccount },
      };
      const answer = await server.send(
        jsonRequest('POST', '/auth/v1/method/orchestrator/serviceaccount', {
          service_account_token: cluster.tokenOf({ 'kubernetes.io': claims }),
        }),
      );
      return (jsonOf(answer) as { readonly clientToken: string }).clientToken;
    },
  });
}

function prefixed(section: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`${METHODS}${section}${key}`, value]),
  );
}
