import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BOOTSTRAP_TOKEN, bearing, type AuthenticationJson } from '../../../support/auth-server';
import { isSqlite } from '../../../support/database-server';
import { fixedDoors } from '../../../support/waiting-reader';
import { apiAt, jsonOf } from '../../../support/http';
import { executeIn } from '../../../support/query-file';
import { startServer, type TestServer } from '../../../support/server';

const TEST_TIMEOUT_MS = 120_000;
jest.setTimeout(TEST_TIMEOUT_MS);

const required = {
  PENNON_AUTHENTICATION_REQUIRED: 'true',
  PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
};
const chosen = { ...required, PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN };

let directory: string;
let servers: TestServer[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-bootstrap-'));
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(directory, { recursive: true });
});

async function start(env: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await startServer({ env, directory });
  servers.push(server);
  return server;
}

/** The tokens that a server has shown in its log. */
function shown(server: TestServer): readonly string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.includes('"access token created"'))
    .map((line) => (JSON.parse(line) as { client_token: string }).client_token);
}

async function records(server: TestServer, token: string): Promise<readonly AuthenticationJson[]> {
  const answer = await bearing(apiAt(server.url), token).send({ path: '/auth/v1/tokens?limit=100' });
  expect(answer.status).toBe(200);
  return (jsonOf(answer) as { authentications: AuthenticationJson[] }).authentications;
}

test('the first start shows the first token, on one line with its attribute, and the next start none', async () => {
  const first = await start(required);
  const [token = '', ...others] = shown(first);
  expect(token).toMatch(/^svc_/);
  expect(others).toEqual([]);
  expect(await records(first, token)).toMatchObject([
    { method: 'METHOD_TOKEN', metadata: { 'io.service.auth.token.name': 'initial_bootstrap_token' } },
  ]);
  await first.stop();
  const second = await start(required);
  expect(shown(second)).toEqual([]);
  expect(await records(second, token)).toHaveLength(1);
});

test.each(['warn', 'error'])(
  'the first token is shown on standard error, once, at log.level %s',
  async (level) => {
    // The line that says where it listens is for people, and no part of the log.
    const env = { ...required, PENNON_LOG_LEVEL: level, PENNON_LOG_ENCODING: 'console' };
    const first = await start(env);
    const said = /^pennon: the first token, which is shown only here: (svc_\S+)$/gm;
    const tokens = [...first.output().matchAll(said)].map(([, token]) => token ?? '');
    expect(tokens).toHaveLength(1);
    expect(await records(first, tokens[0] ?? '')).toHaveLength(1);
    await first.stop();
    expect((await start(env)).output()).not.toMatch(said);
  },
);

test('a deleted first token comes back when no other is left, and not before', async () => {
  const first = await start(chosen);
  const api = bearing(apiAt(first.url), BOOTSTRAP_TOKEN);
  const [record] = await records(first, BOOTSTRAP_TOKEN);
  await api.send({ verb: 'DELETE', path: `/auth/v1/tokens/${record?.id ?? ''}` });
  await first.stop();
  const second = await start(required);
  expect(shown(second)).toHaveLength(1);
});

test('a first token that the operator chose is never printed', async () => {
  const server = await start(chosen);
  expect(await records(server, BOOTSTRAP_TOKEN)).toHaveLength(1);
  const configuration = await bearing(apiAt(server.url), BOOTSTRAP_TOKEN).send({ path: '/meta/config' });
  expect(configuration.status).toBe(200);
  expect(configuration.body.toString()).not.toContain(BOOTSTRAP_TOKEN);
  await server.stop();
  expect(server.output()).toContain('access token created');
  expect(server.output()).not.toContain(BOOTSTRAP_TOKEN);
});

(isSqlite ? test : test.skip)(
  'a first token that was chosen is never refused, from when the port opens',
  async () => {
    const first = await start({});
    await first.stop();
    // As if another instance were about to make it: this one has to wait.
    const until = (Date.now() + 3000) * 1000;
    await executeIn(
      first.databaseFile,
      `INSERT INTO operation_lock VALUES ('bootstrap_token', 1, 0, ${until})`,
    );
    const { env, url } = await fixedDoors();
    const started = new AbortController();
    const starting = start({ ...chosen, ...env }).finally(() => {
      started.abort();
    });
    const api = bearing(apiAt(url), BOOTSTRAP_TOKEN);
    const statuses = new Set<number>();
    while (!started.signal.aborted) {
      const answer = await api.send({ path: '/auth/v1/tokens' }).catch(() => undefined);
      if (answer !== undefined) statuses.add(answer.status);
      await delay(20);
    }
    await starting;
    statuses.add((await api.send({ path: '/auth/v1/tokens' })).status);
    expect([...statuses]).toEqual([200]);
  },
);

test('the first token may expire', async () => {
  const server = await start({
    ...chosen,
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_EXPIRATION: '24h',
    PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_METADATA_IS_BOOTSTRAP: 'true',
  });
  const [record] = await records(server, BOOTSTRAP_TOKEN);
  const lasts = Date.parse(record?.expiresAt ?? '') - Date.parse(record?.createdAt ?? '');
  expect(Math.abs(lasts - 86_400_000)).toBeLessThan(1000);
  expect(record?.metadata).toMatchObject({ is_bootstrap: 'true' });
});

test('nothing is made when the method is off', async () => {
  const server = await start({});
  expect(server.output()).not.toContain('access token');
  const answer = await apiAt(server.url).send({ path: '/auth/v1/tokens' });
  expect(jsonOf(answer)).toEqual({ authentications: [], nextPageToken: '' });
});

test('the method has neither route nor RPC when it is off', async () => {
  const server = await start({});
  const request = { verb: 'POST', path: '/auth/v1/method/token', body: '{}' };
  expect((await apiAt(server.url).send(request)).status).toBe(404);
});

test('when nothing is required, anybody may make a token, and nobody is oneself', async () => {
  const server = await start({ PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true' });
  const api = apiAt(server.url);
  const made = await api.send({ verb: 'POST', path: '/auth/v1/method/token', body: '{"name":"n"}' });
  expect(made.status).toBe(200);
  const { clientToken } = jsonOf(made) as { clientToken: string };
  expect((await bearing(api, clientToken).send({ path: '/auth/v1/self' })).status).toBe(401);
});

test('instances that start together on one database make one', async () => {
  // The tables are there already: several instances cannot make them at the same time.
  const first = await start({});
  await first.stop();
  // A SQLite file has one server.
  const started = await Promise.all(Array.from({ length: isSqlite ? 1 : 3 }, () => start(required)));
  const tokens = started.flatMap(shown);
  expect(tokens).toHaveLength(1);
  expect(await records(started[0] ?? first, tokens[0] ?? '')).toHaveLength(1);
});
