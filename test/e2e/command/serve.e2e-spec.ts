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
