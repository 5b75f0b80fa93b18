import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ObjectStore,
  openObjectStore,
  type Manifest,
  parseManifest,
  readEntry,
  readTokens,
} from '@pennon/publication';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { apiAt, jsonRequest, type Api } from '../support/http';
import { TEST_BUCKET, useObjectStore } from '../support/object-store/use-object-store';
import { runServer, type Remains } from '../support/run-server';
import { startServer, type TestServer } from '../support/server';

jest.setTimeout(60_000);

const MAX_BYTES = 1024 * 1024;
const TOKEN = 'a-token-that-is-easy-to-recognise';

const shared = useObjectStore();
let directory: string;
let servers: TestServer[];
let store: ObjectStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-exporter-'));
  servers = [];
  store = openObjectStore({ ...shared.target, prefix: 'prod/' });
});

afterEach(async () => {
  shared.proxy.heal();
  for (const server of servers) await server.stop();
  store.close();
  rmSync(directory, { recursive: true });
});

/** Starts a writer that exports, on the database of the test. */
async function startWriter(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const server = await startServer({
    directory,
    env: {
      ...shared.env,
      PENNON_EXPORT_ENABLED: 'true',
      PENNON_EXPORT_TO: `s3://${TEST_BUCKET}/prod`,
      PENNON_EXPORT_INTERVAL: '100ms',
      PENNON_EXPORT_LEASE: '1s',
      PENNON_EXPORT_S3_ENDPOINT: shared.proxy.endpoint,
      ...env,
    },
  });
  servers.push(server);
  return server;
}

/** A client that has the token. */
function clientOf({ url }: TestServer): Api {
  const api = apiAt(url);
  return {
    send: (request) =>
      api.send({ ...request, headers: { ...request.headers, Authorization: `Bearer ${TOKEN}` } }),
  };
}

function manifest(): Manifest {
  return parseManifest(shared.server.read(TEST_BUCKET, 'prod/manifest.json')?.toString('utf8') ?? '');
}

/** The text of the published document of `default`, after its digest was looked at. */
async function publishedText(): Promise<string> {
  const entry = manifest().namespaces.find(({ namespaceKey }) => namespaceKey === 'default');
  if (entry === undefined) throw new Error('the manifest does not name the namespace');
  return (await readEntry(store, entry, MAX_BYTES)).toString('utf8');
}

/** Waits until a reader of the bucket sees the flag. */
async function untilPublished(flagKey: string): Promise<void> {
  await eventually(async () => {
    expect(await publishedText()).toContain(`"key":"${flagKey}"`);
  });
}

it('a writer exports what is changed, and ends in good order', async () => {
  const writer = await startWriter();
  await addFlag(apiAt(writer.url), { key: 'cart' });
  await untilPublished('cart');
  const answer = await apiAt(writer.url).send(
    jsonRequest('PUT', '/api/v1/namespaces/default/flags/cart', { name: 'renamed', enabled: false }),
  );
  expect(answer.status).toBe(200);
  await untilPublished('cart');
  await eventually(async () => {
    expect(await publishedText()).toContain('"name":"renamed"');
  });
  expect(await writer.stop()).toBe(0);
  expect(writer.output()).toContain('"M":"flags exported"');
});

it('a writer that is not told to exports nothing', async () => {
  const writer = await startWriter({ PENNON_EXPORT_ENABLED: 'false' });
  await addFlag(apiAt(writer.url), { key: 'cart' });
  expect(await writer.stop()).toBe(0);
  expect(shared.proxy.requests).toEqual([]);
});

it('a writer answers as ever while the store is away, and exports when it is back', async () => {
  shared.proxy.inject('reset');
  const writer = await startWriter();
  const api = apiAt(writer.url);
  await addFlag(api, { key: 'cart' });
  const question = { namespaceKey: 'default', flagKey: 'cart', entityId: 'e' };
  const evaluated = await api.send(jsonRequest('POST', '/evaluate/v1/variant', question));
  expect(evaluated.status).toBe(200);
  const failures = (): number => [...writer.output().matchAll(/flags cannot be exported/g)].length;
  await eventually(async () => {
    expect(failures()).toBe(1);
    return Promise.resolve();
  });
  shared.proxy.heal();
  await untilPublished('cart');
  expect(failures()).toBe(1);
});

it('a writer that is killed before the manifest is written leaves the one before, and the next one goes on', async () => {
  const first = await startWriter();
  await addFlag(apiAt(first.url), { key: 'cart' });
  await untilPublished('cart');
  const before = manifest();
  shared.proxy.inject('hang', { method: 'PUT', key: 'prod/manifest.json' });
  const reached = shared.proxy.nextRequest({ method: 'PUT', key: 'prod/manifest.json' });
  await addFlag(apiAt(first.url), { key: 'checkout' });
  await reached;
  await first.stop('SIGKILL');
  shared.proxy.heal();
  expect(manifest()).toEqual(before);
  expect(await publishedText()).not.toContain('checkout');
  await startWriter();
  await untilPublished('checkout');
});

it('the command of a CronJob exports what is in the database, once, and says what it did', async () => {
  const writer = await startWriter({ PENNON_EXPORT_ENABLED: 'false' });
  await addFlag(apiAt(writer.url), { key: 'cart' });
  const run = async (): Promise<Remains> =>
    runServer({
      app: 'pennon',
      args: ['export', '--to', `s3://${TEST_BUCKET}/prod`],
      env: {
        ...shared.env,
        PENNON_DB_URL: writer.databaseUrl,
        PENNON_EXPORT_S3_ENDPOINT: shared.proxy.endpoint,
      },
    });
  expect(await run()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('revision 1 exported') });
  expect(await publishedText()).toContain('"key":"cart"');
  shared.proxy.forget();
  expect(await run()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('nothing has changed') });
  expect(shared.proxy.count({ method: 'PUT' })).toBe(0);
  shared.server.deleteBucket(TEST_BUCKET);
  const { exitCode, stderr } = await run();
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('bucket');
});

it('hashes of tokens are exported when that is asked for, and never a token', async () => {
  const writer = await startWriter({
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: TOKEN,
    PENNON_EXPORT_INCLUDE_TOKEN_HASHES: 'true',
  });
  await addFlag(clientOf(writer), { key: 'cart' });
  await untilPublished('cart');
  const tokens = (await readTokens(store, manifest(), MAX_BYTES)) ?? [];
  expect(tokens.map(({ authentication }) => authentication.method)).toEqual(['token']);
  expect(await writer.stop()).toBe(0);
  const everything = shared.server
    .keys(TEST_BUCKET)
    .map((key) => `${key}\n${shared.server.read(TEST_BUCKET, key)?.toString('utf8') ?? ''}`);
  expect([...everything, writer.output()].join('\n')).not.toContain(TOKEN);
  for (const { tokenHash } of tokens) expect(writer.output()).not.toContain(tokenHash);
  expect(writer.output()).not.toContain(shared.env.AWS_SECRET_ACCESS_KEY);
});

it('without that setting nothing is exported of tokens', async () => {
  const writer = await startWriter({
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: TOKEN,
  });
  await addFlag(apiAt(writer.url), { key: 'cart' });
  await untilPublished('cart');
  expect(manifest().tokens).toBeUndefined();
  expect(shared.server.keys(TEST_BUCKET).filter((key) => key.includes('tokens'))).toEqual([]);
});
