import { addTargetedFlag } from '../../support/flags';
import { apiAt, jsonOf, type Api } from '../../support/http';
import { outcomeOf, unavailable } from '../../support/outcome';
import { RawSocket } from '../../support/raw-socket';
import { startServer, type TestServer } from '../../support/server';

// A server that waits for what it should not wait for is stopped by this.
jest.setTimeout(30_000);

/** Longer than any test lasts: who waits for it fails. */
const FOREVER = '10m';

const asksForHealth = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';

let server: TestServer;
let api: Api;

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startServer({ env: { PENNON_SERVER_SHUTDOWN_TIMEOUT: FOREVER, ...env } });
  api = apiAt(server.url);
}

// Nothing that a failed test leaves behind lives on.
afterEach(() => server.stop('SIGKILL'));

/** Opens a connection whose request the server has begun to serve, and which it waits to read the body of. */
async function openRequest(verb: string, path: string, body: string): Promise<RawSocket> {
  const socket = await RawSocket.open(server.url);
  const length = Buffer.byteLength(body);
  socket.write(
    `${verb} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await socket.receives(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  return socket;
}

/** Resolves when the server takes no new connections. */
async function refusesConnections(): Promise<void> {
  for (;;) {
    try {
      (await RawSocket.open(server.url)).close();
    } catch (error) {
      // One that comes at the very moment of closing is reset.
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
    }
  }
}

/** Resolves with the first answer of the health route that is not SERVING. */
async function drains(): Promise<unknown> {
  for (;;) {
    const answer = await api.send({ path: '/health' });
    if (answer.status !== 200) return outcomeOf(answer);
  }
}

test('requests under way are answered while new connections are refused, and the exit code is 0', async () => {
  await start();
  await addTargetedFlag(api, { flagKey: 'colour', variantKey: 'orange' });
  const requests = [
    ['POST', '/evaluate/v1/variant', '{"flagKey": "colour"}', /"variantKey":"orange"/],
    ['POST', '/api/v1/evaluate', '{"flagKey": "colour", "entityId": "me"}', /"value":"orange"/],
    ['POST', '/api/v1/flags', '{"key": "late", "name": "Late"}', /"key":"late"/],
    ['PUT', '/api/v1/flags/colour', '{"name": "Late", "enabled": true}', /"name":"Late"/],
  ] as const;
  const underWay = [];
  for (const [verb, path, body, answer] of requests) {
    underWay.push({ socket: await openRequest(verb, path, body), body, answer });
  }

  const exitCode = server.stop('SIGTERM');
  await refusesConnections();
  for (const { socket, body, answer } of underWay) {
    socket.write(body);
    await socket.receives(/HTTP\/1\.1 200 OK/);
    await socket.receives(answer);
  }
  expect(await exitCode).toBe(0);
});

test('with a drain delay, health turns away while everything else is answered', async () => {
  await start({ PENNON_SERVER_DRAIN_DELAY: '1s' });
  await addTargetedFlag(api, { flagKey: 'colour', variantKey: 'orange' });

  const exitCode = server.stop('SIGTERM');
  expect(await drains()).toEqual(unavailable('the service is NOT_SERVING'));
  const [evaluated, created] = await Promise.all([
    api.send({ path: '/evaluate/v1/variant', body: '{"flagKey": "colour"}' }),
    api.send({ path: '/api/v1/flags', body: '{"key": "late", "name": "Late"}' }),
  ]);
  expect(jsonOf(evaluated)).toMatchObject({ variantKey: 'orange' });
  expect(jsonOf(created)).toMatchObject({ key: 'late' });
  expect(await exitCode).toBe(0);
});

test('draining is nothing that anyone must act on: it leaves no warning in the log', async () => {
  await start({ PENNON_SERVER_DRAIN_DELAY: '1s' });
  const exitCode = server.stop('SIGTERM');
  await drains();
  expect(await exitCode).toBe(0);
  expect(server.output()).not.toMatch(/"L":"(WARN|ERROR)"/);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle server with exit code 0', async (signal) => {
  await start();
  await api.send({ path: '/health' });
  expect(await server.stop(signal)).toBe(0);
});

test.each([
  ['has been answered and is kept alive', asksForHealth],
  ['has not asked for anything yet', ''],
])('a connection that %s does not hold up the end', async (_, bytes) => {
  await start({ PENNON_SERVER_KEEP_ALIVE_TIMEOUT: FOREVER, PENNON_SERVER_READ_TIMEOUT: FOREVER });
  const socket = await RawSocket.open(server.url);
  socket.write(bytes);
  if (bytes !== '') await socket.receives(/SERVING/);
  await api.send({ path: '/health' });
  expect(await server.stop()).toBe(0);
  await socket.closed();
});

test('a connection that is answered during the end is closed after its answer', async () => {
  await start({ PENNON_SERVER_KEEP_ALIVE_TIMEOUT: FOREVER });
  const socket = await openRequest('POST', '/evaluate/v1/batch', '{}');
  const exitCode = server.stop();
  await refusesConnections();
  socket.write('{}');
  await socket.closed();
  expect(socket.received).toMatch(/HTTP\/1\.1 200 OK/);
  expect(await exitCode).toBe(0);
});

test('a request that never ends is cut off after the shutdown timeout', async () => {
  await start({ PENNON_SERVER_SHUTDOWN_TIMEOUT: '100ms' });
  const socket = await openRequest('POST', '/evaluate/v1/batch', '{}');
  expect(await server.stop()).toBe(0);
  await socket.closed();
});

test.each(['SIGTERM', 'SIGINT'] as const)('a second signal ends it at once: %s', async (signal) => {
  await start({ PENNON_SERVER_DRAIN_DELAY: FOREVER });
  const exitCode = server.stop('SIGTERM');
  await drains();
  await server.stop(signal);
  expect(await exitCode).toBe(1);
});
