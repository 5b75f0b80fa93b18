import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiAt, jsonOf, type Api } from '../../support/http';
import { metricsOf } from '../../support/metrics';
import { startServer, type TestServer } from '../../support/server';

/** The directory of the database, whose name must not leave the process. */
let directory: string;
let server: TestServer;
let api: Api;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'recognisable-'));
  server = await startServer({
    directory,
    env: { PENNON_DB_PASSWORD: 'recognisable', PENNON_UI_TOPBAR_COLOR: '#fc0' },
  });
  api = apiAt(server.url);
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

test('/meta/info tells what is running', async () => {
  // The build knows the commit where there is a repository.
  const isKnown = existsSync('.git') || (process.env.SOURCE_COMMIT ?? '') !== '';
  expect(jsonOf(await api.send({ path: '/meta/info' }))).toEqual({
    version: '0.1.0',
    ...(isKnown && { commit: expect.stringMatching(/^[0-9a-f]{7,64}$/) }),
    goVersion: `node ${process.version}`,
    updateAvailable: false,
    isRelease: true,
    os: process.platform,
    arch: process.arch,
    authentication: { required: false },
    storage: { type: 'database' },
    analytics: {},
    ui: { theme: 'system', topbarColor: '#fc0' },
  });
});

test('/metrics tells the same build', async () => {
  const { version, commit = '' } = jsonOf(await api.send({ path: '/meta/info' })) as {
    readonly version: string;
    readonly commit?: string;
  };
  expect((await metricsOf(api)).find('pennon_build_info')).toEqual([
    { name: 'pennon_build_info', labels: { version, commit, tier: 'writer' }, value: 1 },
  ]);
});

test('/meta/config has every section that clients expect, and none of them is empty where they look', async () => {
  const config = jsonOf(await api.send({ path: '/meta/config' })) as Readonly<Record<string, object>>;
  const looked = [
    'log',
    'ui',
    'authentication',
    'audit',
    'cache',
    'cors',
    'server',
    'storage',
    'db',
    'tracing',
  ];
  const others = ['analytics', 'authorization', 'diagnostics', 'experimental', 'meta', 'metrics'];
  expect(Object.keys(config).sort()).toEqual([...looked, ...others].sort());
  for (const section of looked) expect(Object.keys(config[section] ?? {})).not.toEqual([]);
});

test('durations in /meta/config are whole nanoseconds', async () => {
  expect(jsonOf(await api.send({ path: '/meta/config' }))).toMatchObject({
    server: { readTimeout: 10_000_000_000, keepAliveTimeout: 75_000_000_000 },
  });
});

test.each(['/meta/info', '/meta/config', '/meta/config?pretty'])('%s gives away no secret', async (path) => {
  const { status, body } = await api.send({ path });
  expect(status).toBe(200);
  expect(body.toString()).not.toMatch(/recognisable|password|redacted|pennon\.db|file:/i);
});

test('pretty output of a document keeps its zero values', async () => {
  const [plain, pretty] = await Promise.all([
    api.send({ path: '/meta/info/' }),
    api.send({ path: '/meta/info?pretty' }),
  ]);
  expect(pretty.body.toString()).toBe(JSON.stringify(jsonOf(plain), undefined, 2));
});
