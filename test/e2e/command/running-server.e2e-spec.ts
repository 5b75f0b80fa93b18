import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiAt } from '../../support/http';
import { type Remains } from '../../support/run-server';
import { runPennon } from '../../support/run-pennon';
import { startServer, type TestServer } from '../../support/server';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

jest.setTimeout(180_000);

const boss = 'the-first-token-of-all';

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  const { directory, url } = database;
  server = await startServer({
    command: ['serve'],
    directory,
    env: {
      PENNON_DB_URL: url,
      PENNON_AUTHENTICATION_REQUIRED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: boss,
    },
  });
});

afterAll(async () => {
  await server.stop();
  await database.remove();
});

async function pennon(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Remains> {
  return runPennon(args, { directory: database.directory, env });
}

/** A command that asks the server. */
async function remotely(token: string, ...args: readonly string[]): Promise<Remains> {
  return pennon([...args, '--address', server.url], token === '' ? {} : { PENNON_TOKEN: token });
}

/** A command on the database that the server has open. */
async function beside(...args: readonly string[]): Promise<Remains> {
  return pennon(args, { PENNON_DB_URL: database.url });
}

test('flags are imported into a running server, evaluated and exported by it', async () => {
  const text =
    'namespace: { key: shop, name: Shop }\nflags: [{ key: new, name: New, type: BOOLEAN_FLAG_TYPE, enabled: true }]\n';
  writeFileSync(join(database.directory, 'shop.yaml'), text);
  expect(await remotely(boss, 'import', 'shop.yaml', '--dry-run')).toMatchObject({ exitCode: 2, stderr: '' });
  expect(await remotely(boss, 'import', 'shop.yaml')).toEqual({
    exitCode: 0,
    stdout: 'namespace shop: 2 created, 0 updated, 0 deleted\n',
    stderr: '',
  });
  expect(await remotely(boss, 'evaluate', '-n', 'shop', '-f', 'new', '-e', 'me')).toEqual({
    exitCode: 0,
    stdout: 'new: true\n  reason: default\n',
    stderr: '',
  });
  const exported = await remotely(boss, 'export', '-n', 'shop');
  // The server and the database beside it say the same.
  expect(exported).toEqual(await beside('export', '-n', 'shop'));
  expect(exported.stdout).toContain('key: new');
});

test('a server that wants a token says so, and no message holds the one that was shown', async () => {
  for (const token of ['', 'recognisable-and-wrong']) {
    const { exitCode, stdout, stderr } = await remotely(token, 'export');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^pennon: [^\n]*token[^\n]*\n$/i);
    expect(stderr).not.toContain('recognisable');
  }
});

test('tokens are made, listed and revoked, by the server and beside it', async () => {
  const file = join(database.directory, 'boss');
  writeFileSync(file, `${boss}\n`);
  const made = await pennon([
    'token',
    'create',
    '--name',
    'ci',
    '--address',
    server.url,
    '--token-file',
    file,
  ]);
  expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/^svc_\S+\n$/)]);
  const ci = made.stdout.trim();
  expect(made.stderr).not.toContain(ci);
  const inJson = await beside(
    'token',
    'create',
    '--name',
    'dev',
    '--namespace',
    'shop',
    '--expires-in',
    '30d',
    '--json',
  );
  const dev = JSON.parse(inJson.stdout) as {
    clientToken: string;
    authentication: { id: string; expiresAt: string };
  };
  expect(Date.parse(dev.authentication.expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000);

  const list = await remotely(ci, 'token', 'list');
  expect(list.stdout).toMatch(
    /^\S+ {2}initial_bootstrap_token {2}never expires(.*)\n\S+ {2}ci {2}never expires\n/,
  );
  expect(list.stdout).toMatch(/\n\S+ {2}dev {2}expires \S+ {2}namespace shop\n$/);
  expect((await beside('token', 'list')).stdout).toBe(list.stdout);

  const authorization = `Bearer ${dev.clientToken}`;
  const ask = async (): Promise<number> =>
    (await apiAt(server.url).send({ path: '/api/v1/namespaces/shop/flags', headers: { authorization } }))
      .status;
  expect(await ask()).toBe(200);
  expect(await remotely(ci, 'token', 'delete', dev.authentication.id)).toMatchObject({
    exitCode: 0,
    stdout: '',
  });
  expect(await ask()).toBe(401);
  const again = await beside('token', 'delete', dev.authentication.id);
  expect([again.exitCode, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^pennon: there is no token with the id /),
  ]);
});
