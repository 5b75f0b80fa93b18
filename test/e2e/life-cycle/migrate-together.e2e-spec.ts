import { authEnv, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { isSqlite } from '../../support/database-server';
import { startServer, type TestServer } from '../../support/server';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../../support/test-database';

/** A SQLite file has one server. */
const INSTANCES = isSqlite ? 1 : 4;

let place: TestDatabase;

beforeEach(async () => {
  place = await createTestDatabase();
});

afterEach(async () => {
  await place.remove();
});

test('instances that start together on an empty database migrate it once, make one first token, and all of them serve', async () => {
  const { directory } = place;
  const starts = Array.from({ length: INSTANCES }, () => startServer({ directory, env: authEnv }));
  const instances: readonly TestServer[] = await Promise.all(starts);
  const names = await queryDatabase<{ name: string }>(place.url, 'SELECT name FROM schema_migrations');
  expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  const namespaces = await queryDatabase(place.url, 'SELECT "key" FROM namespaces');
  expect(namespaces).toEqual([{ key: 'default' }]);
  expect(await queryDatabase(place.url, 'SELECT id FROM authentications')).toHaveLength(1);
  for (const { url } of instances) {
    const headers = { Authorization: `Bearer ${BOOTSTRAP_TOKEN}` };
    const answer = await fetch(`${url}/api/v1/namespaces/default`, { headers });
    expect(answer.status).toBe(200);
  }
  expect(await Promise.all(instances.map((instance) => instance.stop()))).toEqual(instances.map(() => 0));
}, 60_000);
