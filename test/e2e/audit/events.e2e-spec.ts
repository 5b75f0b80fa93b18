import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { pennonAudit } from '@pennon/proto';
import { useAuthServer } from '../../support/auth-server';
import { addFlag } from '../../support/flags';
import { apiAt, jsonOf, jsonRequest, type Api } from '../../support/http';
import { startServer } from '../../support/server';

const { listEvents } = pennonAudit.AuditService.method;

/** What the tests look at of an event. */
interface EventJson {
  readonly id: string;
  readonly type: string;
  readonly action: string;
  readonly key: string;
  readonly namespaceKey: string;
  readonly timestamp: string;
  readonly actor: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

interface EventListJson {
  readonly events: readonly EventJson[];
  readonly nextPageToken: string;
}

async function list(api: Api, query = ''): Promise<EventListJson> {
  const answer = await api.send({ path: `/audit/v1/events${query}` });
  expect(answer.status).toBe(200);
  return jsonOf(answer) as EventListJson;
}

describe('GET /audit/v1/events', () => {
  const server = useAuthServer();

  beforeAll(async () => {
    const api = server.as();
    await api.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
    await addFlag(api, { key: 'colour' });
    const body = { key: 'cart', name: 'Cart' };
    await api.send(jsonRequest('POST', '/api/v1/namespaces/shop/flags', body));
  });

  test('says who did what, when and from where', async () => {
    const { events } = await list(server.as(), '?namespaceKey=shop&type=flag');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      ...{ type: 'flag', action: 'created', key: 'cart', namespaceKey: 'shop' },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      after: { key: 'cart', name: 'Cart', enabled: false },
      actor: {
        authentication: 'token',
        authenticationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        displayName: 'initial_bootstrap_token',
        ip: expect.stringMatching(/127\.0\.0\.1$/),
      },
    });
  });

  test('says the same over gRPC', async () => {
    const request = { namespaceKey: 'shop' };
    const { code, message } = await server.grpc(listEvents, request, server.bootstrapToken);
    expect(code).toBe(status.OK);
    const overHttp = await list(server.as(), '?namespaceKey=shop');
    expect(message?.events.map(({ id }) => id)).toEqual(overHttp.events.map(({ id }) => id));
  });

  test('has pages', async () => {
    const first = await list(server.as(), '?limit=1');
    const second = await list(server.as(), `?limit=1&pageToken=${first.nextPageToken}`);
    expect([first, second].map(({ events }) => events[0]?.key)).toEqual(['cart', 'colour']);
  });

  test('is for nobody without a credential', async () => {
    expect((await server.send({ path: '/audit/v1/events' })).status).toBe(401);
  });

  test('shows a token of one namespace that one alone', async () => {
    const { clientToken } = await server.issue({ name: 'shop', namespaceKey: 'shop' });
    const keys = (await list(server.as(clientToken), '?namespaceKey=shop')).events.map(({ key }) => key);
    expect(keys).toEqual(['cart', 'shop']);
    for (const query of ['', '?namespaceKey=default']) {
      const answer = await server.as(clientToken).send({ path: `/audit/v1/events${query}` });
      expect(answer.status).toBe(403);
    }
  });

  test('holds no secret', async () => {
    const { clientToken } = await server.issue({ name: 'ci' });
    const answer = await server.as().send({ path: '/audit/v1/events?limit=1000' });
    for (const secret of [clientToken, server.bootstrapToken])
      expect(answer.body.toString()).not.toContain(secret);
  });
});

test('an acknowledged change and its event both outlive a kill', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pennon-audit-'));
  const victim = await startServer({ directory });
  await addFlag(apiAt(victim.url), { key: 'colour' });
  await victim.stop('SIGKILL');
  const heir = await startServer({ directory });
  const { events } = await list(apiAt(heir.url), '?namespaceKey=default');
  expect(events.map(({ action, key }) => `${action} ${key}`)).toEqual(['created colour']);
  await heir.stop();
  rmSync(directory, { recursive: true });
}, 60_000);
