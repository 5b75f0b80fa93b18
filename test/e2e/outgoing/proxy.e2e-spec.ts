import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../support/auth-browser';
import { makeCertificates } from '../../support/certificates';
import { eventually } from '../../support/eventually';
import { ForwardProxy } from '../../support/forward-proxy';
import { apiAt } from '../../support/http';
import { OBJECT_STORE_ENV, ObjectStoreServer } from '../../support/object-store/object-store-server';
import { runServer } from '../../support/run-server';
import { startServer } from '../../support/server';
import { nowInSeconds, Signer } from '../../support/signer';

jest.setTimeout(120_000);

const METHODS = 'PENNON_AUTHENTICATION_METHODS';
const PASSWORD = 'password-of-the-proxy';
const signer = new Signer('RS256', 'key');
const names = ['idp', 'keys', 'code', 'api', 'hooks', 'writer'].map((name) => `${name}.example.test`);

/** Everybody outside, in one server that answers by path. */
let outside: Server;
let store: ObjectStoreServer;
let proxy: ForwardProxy;
let directory: string;
let caFile: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-outgoing-'));
  const certificates = makeCertificates(directory, names.map((name) => `DNS:${name}`).join(','));
  ({ caFile } = certificates);
  const answers: Readonly<Record<string, unknown>> = {
    '/.well-known/openid-configuration': {
      issuer: 'https://idp.example.test',
      authorization_endpoint: 'https://idp.example.test/authorize',
      token_endpoint: 'https://idp.example.test/token',
      jwks_uri: 'https://idp.example.test/keys',
    },
    '/keys.json': { keys: [signer.jwk] },
    '/login/oauth/access_token': { access_token: 'opaque', token_type: 'bearer', scope: '' },
    '/user': { id: 7, login: 'ann', name: null, email: null, avatar_url: '' },
  };
  outside = createServer(certificates, (request, response) => {
    request.resume();
    const [path = ''] = (request.url ?? '').split('?');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(answers[path] ?? []));
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  store = await ObjectStoreServer.start(['flags']);
});

afterAll(async () => {
  outside.closeAllConnections();
  outside.close();
  await store.close();
  rmSync(directory, { recursive: true });
});

beforeEach(async () => {
  const { port } = outside.address() as AddressInfo;
  const hosts = Object.fromEntries(names.map((name) => [name, port]));
  proxy = await ForwardProxy.start({
    hosts: { ...hosts, 's3.example.test': Number(new URL(store.endpoint).port) },
    credentials: `pennon:${PASSWORD}`,
  });
});

afterEach(async () => proxy.stop());

test('a writer reaches provider, keys, code host and webhook by the proxy of the environment, and others directly', async () => {
  const writer = await startServer({
    env: {
      HTTPS_PROXY: proxy.url,
      NO_PROXY: 'localhost,127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: caFile,
      PENNON_AUTHENTICATION_REQUIRED: 'true',
      PENNON_AUTHENTICATION_SESSION_DOMAIN: 'localhost',
      [`${METHODS}_OIDC_ENABLED`]: 'true',
      [`${METHODS}_OIDC_PROVIDERS_ACME_ISSUER_URL`]: 'https://idp.example.test',
      [`${METHODS}_OIDC_PROVIDERS_ACME_CLIENT_ID`]: 'pennon',
      [`${METHODS}_OIDC_PROVIDERS_ACME_CLIENT_SECRET`]: 'secret',
      [`${METHODS}_OIDC_PROVIDERS_ACME_REDIRECT_ADDRESS`]: 'http://pennon.localhost',
      [`${METHODS}_CODEHOST_ENABLED`]: 'true',
      [`${METHODS}_CODEHOST_SERVER_URL`]: 'https://code.example.test',
      [`${METHODS}_CODEHOST_API_URL`]: 'https://api.example.test',
      [`${METHODS}_CODEHOST_CLIENT_ID`]: 'pennon',
      [`${METHODS}_CODEHOST_CLIENT_SECRET`]: 'secret',
      [`${METHODS}_CODEHOST_REDIRECT_ADDRESS`]: 'http://pennon.localhost',
      [`${METHODS}_JWT_ENABLED`]: 'true',
      [`${METHODS}_JWT_JWKS_URL`]: 'https://keys.example.test/keys.json',
      PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
      PENNON_AUDIT_SINKS_WEBHOOK_URL: 'https://hooks.example.test/hook',
    },
  });
  const api = apiAt(writer.url);
  const provider = await api.send({ path: '/auth/v1/method/oidc/acme/authorize' });
  expect([provider.status, provider.body.toString()]).toEqual([
    200,
    expect.stringContaining('https://idp.example.test/authorize?'),
  ]);
  const token = signer.sign({ sub: 'ann', iat: nowInSeconds(), exp: nowInSeconds() + 600 });
  const created = await api.send({
    verb: 'POST',
    path: '/api/v1/flags',
    headers: { Authorization: `JWT ${token}` },
    body: '{"key":"a","name":"A"}',
  });
  expect(created.status).toBe(200);
  const browser = new Browser({ 'http://pennon.localhost': writer.url });
  const login = 'http://pennon.localhost/auth/v1/method/codehost';
  const { authorizeUrl } = JSON.parse((await browser.get(`${login}/authorize`)).body) as {
    authorizeUrl: string;
  };
  const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
  await browser.get(`${login}/callback?code=x&state=${encodeURIComponent(state)}`);
  await eventually(() => {
    expect([...proxy.hosts].sort()).toEqual(names.filter((name) => !name.startsWith('writer')).sort());
    return Promise.resolve();
  });
  expect(proxy.asked.every((line) => /^CONNECT [a-z.]+:443$/.test(line))).toBe(true);
  expect(writer.output()).not.toContain(PASSWORD);
  expect(await writer.stop()).toBe(0);
});

test('a reader reaches object storage and its writer by the proxies of the environment', async () => {
  await store.write(
    'flags',
    'features.yml',
    'flags: [{ key: a, name: A, type: BOOLEAN_FLAG_TYPE, enabled: true }]',
  );
  const reader = await startServer({
    tier: 'reader',
    env: {
      ...OBJECT_STORE_ENV,
      http_proxy: proxy.url,
      https_proxy: proxy.url,
      NODE_EXTRA_CA_CERTS: caFile,
      PENNON_STORAGE_TYPE: 'object',
      PENNON_STORAGE_OBJECT_S3_BUCKET: 'flags',
      PENNON_STORAGE_OBJECT_S3_ENDPOINT: 'http://s3.example.test',
      PENNON_ANALYTICS_ENABLED: 'true',
      PENNON_ANALYTICS_WRITER_ADDRESS: 'https://writer.example.test',
      PENNON_ANALYTICS_BUFFER_FLUSH_PERIOD: '1s',
    },
  });
  const body = JSON.stringify({ namespaceKey: 'default', flagKey: 'a', entityId: 'e' });
  expect((await apiAt(reader.url).send({ verb: 'POST', path: '/evaluate/v1/boolean', body })).status).toBe(
    200,
  );
  await eventually(() => {
    expect([...proxy.hosts].sort()).toEqual(['s3.example.test', 'writer.example.test']);
    return Promise.resolve();
  });
  expect(reader.output()).not.toContain(PASSWORD);
  await reader.stop();
});

test('an instance does not start with a proxy that is none, and does not repeat it', async () => {
  const env = { HTTPS_PROXY: `socks5://pennon:${PASSWORD}@proxy:1080` };
  const { exitCode, stderr } = await runServer({ env });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('HTTPS_PROXY: must be the URL of an HTTP proxy');
  expect(stderr).not.toContain(PASSWORD);
});
