import { useAuthServer } from '../../support/auth-server';
import { eventually } from '../../support/eventually';
import { jsonOf, type Answer, type Api } from '../../support/http';
import { runPennon } from '../../support/run-pennon';

/** What the tests look at of an event. */
interface EventJson {
  readonly type: string;
  readonly action: string;
  readonly key: string;
  readonly namespaceKey: string;
  readonly actor: Readonly<Record<string, string>>;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

async function list(api: Api, query: string): Promise<Answer> {
  const answer = await api.send({ path: `/audit/v1/events?${query}` });
  expect(answer.status).toBe(200);
  return answer;
}

async function events(api: Api, query: string): Promise<readonly EventJson[]> {
  return (jsonOf(await list(api, query)) as { events: readonly EventJson[] }).events;
}

describe('the audit log of tokens', () => {
  const server = useAuthServer({
    PENNON_AUTHENTICATION_METHODS_TOKEN_CLEANUP_INTERVAL: '500ms',
    PENNON_AUTHENTICATION_METHODS_TOKEN_CLEANUP_GRACE_PERIOD: '1s',
  });

  /** Events of that token, the first one first. */
  async function eventsOf(id: string): Promise<readonly EventJson[]> {
    const all = await events(server.as(), 'type=token');
    return all.filter(({ key }) => key === id).reverse();
  }

  test('begins with the first token, which the service made', async () => {
    const [first] = (await events(server.as(), 'type=token&action=created')).slice(-1);
    expect(first).toMatchObject({
      after: { 'io.service.auth.token.name': 'initial_bootstrap_token', method: 'token' },
      actor: { authentication: 'none', ip: '' },
    });
  });

  test('says who made a token and who revoked it, and what it was', async () => {
    const { authentication } = await server.issue({ name: 'ci', namespaceKey: 'shop' });
    const { id } = authentication;
    await server.as().send({ verb: 'DELETE', path: `/auth/v1/tokens/${id}` });
    const actor = { authentication: 'token', displayName: 'initial_bootstrap_token' };
    const token = {
      'io.service.auth.token.name': 'ci',
      'io.flipt.auth.token.name': 'ci',
      'io.service.auth.token.namespace': 'shop',
      method: 'token',
    };
    expect(await eventsOf(id)).toMatchObject([
      { type: 'token', action: 'created', namespaceKey: '', actor, after: token },
      { type: 'token', action: 'deleted', namespaceKey: '', actor, before: token },
    ]);
  });

  test('says that somebody has given up a token', async () => {
    const { clientToken, authentication } = await server.issue({ name: 'short' });
    await server.as(clientToken).send({ verb: 'PUT', path: '/auth/v1/self/expire', body: '{}' });
    const [, expired] = await eventsOf(authentication.id);
    expect(expired).toMatchObject({
      ...{ type: 'token', action: 'updated', actor: { authenticationId: authentication.id } },
      after: { expires_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(expired?.before).not.toHaveProperty('expires_at');
  });

  test('has nothing of what changed nothing', async () => {
    const made = await events(server.as(), 'type=token&action=created');
    await server.as().send({ verb: 'DELETE', path: '/auth/v1/tokens/absent' });
    await expect(server.issue({ expiresAt: '2020-01-01T00:00:00Z' })).rejects.toThrow('400');
    expect(await eventsOf('absent')).toEqual([]);
    expect(await events(server.as(), 'type=token&action=created')).toEqual(made);
  });

  test('says once how many were deleted when they had expired', async () => {
    const expiresAt = new Date(Date.now() + 300).toISOString();
    await Promise.all([server.issue({ expiresAt }), server.issue({ expiresAt })]);
    await eventually(async () => {
      const cleaned = (await events(server.as(), 'type=token&action=deleted')).filter(
        ({ key }) => key === '',
      );
      const counts = cleaned.map(({ before }) => Number(before?.count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2);
      expect(cleaned[0]).toMatchObject({ actor: { authentication: 'none' }, before: { method: 'token' } });
    });
  });

  test('knows of those that the command makes on the database', async () => {
    const { exitCode } = await runPennon(['token', 'create', '--name', 'by hand'], {
      directory: server.directory,
      env: { PENNON_DB_URL: server.databaseUrl },
    });
    expect(exitCode).toBe(0);
    const [latest] = await events(server.as(), 'type=token&action=created');
    expect(latest).toMatchObject({ after: { 'io.service.auth.token.name': 'by hand' } });
  });

  test('holds no token, and no hash of one', async () => {
    const { clientToken } = await server.issue({ name: 'secret' });
    const text = (await list(server.as(), 'limit=1000')).body.toString();
    expect(text).not.toContain(clientToken);
    expect(text).not.toContain(server.bootstrapToken);
    expect(text).not.toMatch(/hash/i);
  });

  test('is not for a token of one namespace', async () => {
    const { clientToken } = await server.issue({ namespaceKey: 'shop' });
    const shown = await events(server.as(clientToken), 'namespaceKey=shop');
    expect(shown.filter(({ type }) => type === 'token')).toEqual([]);
  });
});
