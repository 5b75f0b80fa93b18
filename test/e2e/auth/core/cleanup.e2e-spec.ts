import { setTimeout as delay } from 'node:timers/promises';
import { authEnv, useAuthServer } from '../../../support/auth-server';
import { isSqlite } from '../../../support/database-server';
import { eventually } from '../../../support/eventually';
import { queryDatabase } from '../../../support/test-database';
import { startServer, type TestServer } from '../../../support/server';

const env = {
  PENNON_AUTHENTICATION_METHODS_TOKEN_CLEANUP_INTERVAL: '500ms',
  PENNON_AUTHENTICATION_METHODS_TOKEN_CLEANUP_GRACE_PERIOD: '6s',
};

const EXPIRED = 40;

describe('two instances on one database', () => {
  const server = useAuthServer(env);
  /** None on a SQLite file, which has one server. */
  let other: TestServer | undefined;

  beforeAll(async () => {
    if (isSqlite) return;
    other = await startServer({ env: { ...authEnv, ...env }, directory: server.directory });
  });
  afterAll(async () => {
    await other?.stop();
  });

  async function ids(): Promise<readonly string[]> {
    const rows = await queryDatabase<{ id: string }>(server.databaseUrl, 'SELECT id FROM authentications');
    return rows.map(({ id }) => id);
  }

  /** How many records each instance says that it deleted. */
  function deletions(output: string): number {
    const lines = output.split('\n').filter((line) => line.includes('expired tokens deleted'));
    return lines.reduce((sum, line) => sum + (JSON.parse(line) as { deleted: number }).deleted, 0);
  }

  test('each expired token is refused at once, kept for the grace period, and deleted once', async () => {
    const expiresAt = new Date(Date.now() + 3000).toISOString();
    const issued = await Promise.all(
      Array.from({ length: EXPIRED }, async () => server.issue({ expiresAt })),
    );
    const { authentication: lasting } = await server.issue({});
    const [{ clientToken } = { clientToken: '' }] = issued;
    const expiring = issued.map(({ authentication }) => authentication.id);

    await delay(Date.parse(expiresAt) - Date.now() + 10);
    expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(401);
    // Several turns pass within the grace period.
    await delay(Date.parse(expiresAt) + 2500 - Date.now());
    expect(await ids()).toEqual(expect.arrayContaining(expiring));

    await eventually(async () => {
      const remaining = await ids();
      expect(remaining.filter((id) => expiring.includes(id))).toEqual([]);
      expect(remaining).toContain(lasting.id);
    });
    // A second of further turns deletes nothing twice.
    await delay(1000);
    expect(deletions(server.logged().join('\n')) + deletions(other?.output() ?? '')).toBe(EXPIRED);
  });

  test('they take their turns under the name of Flipt v1', async () => {
    const turns = await queryDatabase<{ operation: string; version: number }>(
      server.databaseUrl,
      'SELECT operation, version FROM operation_lock',
    );
    const cleanup = turns.find(({ operation }) => operation === 'cleanup_auth_METHOD_TOKEN');
    expect(cleanup?.version).toBeGreaterThan(2);
  });

  test('an instance stops in good order between its turns', async () => {
    const instance = await startServer({ env: { ...authEnv, ...env } });
    expect(await instance.stop()).toBe(0);
  });
});
