import { bearing } from '../../support/auth-server';
import { apiAt, jsonOf, jsonRequest } from '../../support/http';
import { type Remains } from '../../support/run-server';
import { runPennon } from '../../support/run-pennon';
import { startServer } from '../../support/server';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';
import { createFliptDatabase, momentText, type StoredFlipt } from '../flipt/support/flipt-database';
import { hashOf } from '../../../libs/auth/src/credentials/client-token';

jest.setTimeout(120_000);

const TOKEN = 'issued-by-flipt';

let flipt: StoredFlipt;
let database: TestDatabase;

beforeEach(async () => {
  flipt = await createFliptDatabase();
  database = await createTestDatabase();
  await flipt.insert({
    namespaces: [{ key: 'default', name: 'Default', description: 'Default namespace', protected: true }],
    flags: [{ namespace_key: 'default', key: 'beta', name: 'Beta', description: '', enabled: true, type: 1 }],
    authentications: [
      {
        id: 'deploy',
        hashed_client_token: hashOf(TOKEN),
        method: 1,
        metadata: JSON.stringify({ 'io.flipt.auth.token.name': 'deploy' }),
        expires_at: null,
        created_at: momentText(Date.UTC(2025, 0, 1)),
        updated_at: momentText(Date.UTC(2025, 0, 1)),
      },
    ],
  });
});

afterEach(async () => {
  await flipt.remove();
  await database.remove();
});

async function importFlipt(...options: readonly string[]): Promise<Remains> {
  const { url, directory } = database;
  const args = ['import', '--from-database', flipt.url, ...options];
  return runPennon(args, { directory, env: { PENNON_DB_URL: url } });
}

test('flags of a Flipt database are imported, once', async () => {
  expect(await importFlipt()).toEqual({
    exitCode: 0,
    stdout: 'namespace default: 1 created, 0 updated, 0 deleted\n',
    stderr: '',
  });
  const again = await importFlipt('--dry-run');
  expect([again.exitCode, again.stderr]).toEqual([0, '']);
});

test('a client goes on with the token that Flipt gave it', async () => {
  const { exitCode, stdout, stderr } = await importFlipt('--tokens');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('client tokens: 1 created');
  const server = await startServer({
    directory: database.directory,
    env: {
      PENNON_DB_URL: database.url,
      PENNON_AUTHENTICATION_REQUIRED: 'true',
      PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    },
  });
  try {
    const api = apiAt(server.url);
    const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'beta', entityId: 'me' });
    expect((await bearing(api, 'another').send(question)).status).toBe(401);
    const answer = await bearing(api, TOKEN).send(question);
    expect([answer.status, jsonOf(answer)]).toEqual([200, expect.objectContaining({ enabled: true })]);
  } finally {
    await server.stop();
  }
});

test('tokens stay behind unless they are wanted', async () => {
  await importFlipt();
  const { url, directory } = database;
  const list = await runPennon(['token', 'list', '--json'], { directory, env: { PENNON_DB_URL: url } });
  expect([list.exitCode, list.stdout]).toEqual([0, '']);
});
