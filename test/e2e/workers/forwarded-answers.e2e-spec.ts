import { isSqlite } from '../../support/database-server';
import { apiAt } from '../../support/http';
import { RawSocket } from '../../support/raw-socket';
import { sized } from '../../support/size';
import { useWorkers } from '../../support/use-workers';

/** How often each request is sent. Without care, one in a hundred of these answers was lost. */
const REQUESTS = sized({ small: 100, whole: 2000 });

/** How many of them are under way at once. */
const AT_ONCE = 10;

/** Requests that the leader refuses at once, so that it may close before the follower has written all of them. */
const refused = [
  ['a flag without a key', 'POST', '/api/v1/namespaces/default/flags', '{"key": "", "name": ""}', 400],
  ['no JSON', 'POST', '/api/v1/namespaces/default/flags', '{"key":', 400],
  [
    'an unknown flag to explain',
    'POST',
    '/evaluate/v1/explain',
    '{"flagKey": "none", "entityId": "me"}',
    404,
  ],
  ['an order of rules', 'PUT', '/api/v1/namespaces/default/flags/none/rules/order', '{"ruleIds": []}', 400],
] as const;

(isSqlite ? describe : describe.skip)('three workers, of which two hand on to the third', () => {
  const workers = useWorkers(() => ({ env: { PENNON_SERVER_WORKERS: '3' } }));

  /** Sends the request `REQUESTS` times, and resolves with the statuses that came back, each once. */
  async function statusesOf(send: () => Promise<number>): Promise<readonly number[]> {
    const statuses = new Set<number>();
    for (let sent = 0; sent < REQUESTS; sent += AT_ONCE)
      for (const status of await Promise.all(Array.from({ length: AT_ONCE }, send))) statuses.add(status);
    return [...statuses];
  }

  test.each(refused)('give the refusal of the leader: %s', async (_, verb, path, body, status) => {
    const api = apiAt(workers.server.url);
    expect(await statusesOf(async () => (await api.send({ verb, path, body })).status)).toEqual([status]);
  });

  test.each(refused)('and to a request in one packet: %s', async (_, verb, path, body, status) => {
    const request = `${verb} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const statuses = await statusesOf(async () => {
      const socket = await RawSocket.open(workers.server.url);
      socket.write(request);
      await socket.receives(/^HTTP\/1\.1 \d{3} .*\r\n/);
      socket.close();
      return Number(socket.received.slice(9, 12));
    });
    expect(statuses).toEqual([status]);
  });

  test('log nothing about callers that leave before the answer', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 6 }, async () => RawSocket.open(workers.server.url)),
    );
    for (const socket of sockets) {
      socket.write('PUT /api/v1/flags/none HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{');
      socket.close();
    }
    // What the workers have heard before this, they have heard before its answer.
    await statusesOf(async () => (await workers.api.send({ path: '/meta/info' })).status);
    expect(workers.server.output()).not.toContain('is being replaced');
  });
});
