import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addFlag } from '../../support/flags';
import { apiAt, jsonOf, jsonRequest } from '../../support/http';
import { startServer } from '../../support/server';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

jest.setTimeout(60_000);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => database.remove());

test('pennon serve and pennon reader are the tiers, and stop in good order', async () => {
  const { directory, url: PENNON_DB_URL } = database;
  const start = async (command: string): ReturnType<typeof startServer> =>
    startServer({ command: [command], directory, env: { PENNON_DB_URL } });
  const writer = await start('serve');
  const reader = await start('reader');
  await addFlag(apiAt(writer.url), { key: 'new', type: 'BOOLEAN_FLAG_TYPE' });
  const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'new', entityId: 'me' });
  expect(jsonOf(await apiAt(reader.url).send(question))).toMatchObject({ enabled: true });
  expect(jsonOf(await apiAt(writer.url).send(question))).toMatchObject({ enabled: true });
  expect(await Promise.all([reader.stop(), writer.stop()])).toEqual([0, 0]);
  expect(writer.output()).toContain('"tier":"writer"');
  expect(reader.output()).toContain('"tier":"reader"');
});

test('pennon serve takes its settings from the file that it is given', async () => {
  const file = join(database.directory, 'settings.yml');
  writeFileSync(file, 'evaluation: { enabled: false }');
  const { directory, url: PENNON_DB_URL } = database;
  const command = ['--config', file, 'serve'];
  const server = await startServer({ command, directory, env: { PENNON_DB_URL } });
  const answer = await apiAt(server.url).send({ path: '/evaluate/v1/boolean', body: '{}' });
  expect(await server.stop()).toBe(0);
  expect(jsonOf(answer)).toMatchObject({ message: expect.stringContaining('answered by the read tier') });
  expect(server.output()).toContain(`"config":${JSON.stringify(file)}`);
});

test('a server that variables of Flipt close is closed, and says how they are called here', async () => {
  const { directory, url: PENNON_DB_URL } = database;
  const settings = {
    FLIPT_AUTHENTICATION_REQUIRED: 'true',
    FLIPT_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
    FLIPT_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_TOKEN: 'recognisable-token-0123',
  };
  const env = { PENNON_DB_URL, FLIPT_PORT: 'tcp://10.0.0.7:8080', ...settings };
  const server = await startServer({ command: ['serve'], directory, env });
  const flag = jsonRequest('POST', '/api/v1/namespaces/default/flags', { key: 'a', name: 'A' });
  const answer = await apiAt(server.url).send(flag);
  expect(await server.stop()).toBe(0);
  expect(answer.status).toBe(401);
  const warnings = server
    .output()
    .split('\n')
    .filter((line) => line.includes('variables of Flipt'));
  expect(warnings.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      L: 'WARN',
      variables: Object.fromEntries(
        Object.keys(settings).map((name) => [name, name.replace('FLIPT', 'PENNON')]),
      ),
    },
  ]);
  expect(server.output()).not.toContain('recognisable');
});
