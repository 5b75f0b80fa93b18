import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { apiAt, jsonRequest } from '../../support/http';
import { RawSocket } from '../../support/raw-socket';
import { runServer } from '../../support/run-server';
import { type Ending } from '../../support/server-process';
import { startServer, type TestServer } from '../../support/server';
import { workersOf } from '../../support/worker-processes';

jest.setTimeout(120_000);

let directory: string;
let server: TestServer | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pennon-life-'));
});

// Nothing that a failed test leaves behind lives on.
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = undefined;
  rmSync(directory, { recursive: true });
});

/** A server of two workers that puts its sockets where they are looked for. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  server = await startServer({
    directory,
    env: { PENNON_SERVER_WORKERS: '2', TMPDIR: directory, ...env },
  });
  return server;
}

/** Sends the signal to the primary, and resolves with how it ended. */
async function stopServer(signal: NodeJS.Signals): Promise<Ending | undefined> {
  return server?.stop(signal);
}

/** Directories of sockets that are there. */
function socketDirectories(): readonly string[] {
  return readdirSync(directory).filter((name) => name.startsWith('pennon-workers-'));
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: requests under way are answered by all, then all end',
  async (signal) => {
    const { url, pid } = await start();
    const api = apiAt(url);
    await addFlag(api, { key: 'late', type: 'BOOLEAN_FLAG_TYPE' });
    const requests = [
      ['POST', '/evaluate/v1/boolean', '{"flagKey": "late", "entityId": "me"}'],
      ['PUT', '/api/v1/flags/late', '{"name": "Late", "enabled": true}'],
    ] as const;
    const underWay = [];
    // Of each, some at the leader and some at the other.
    for (const [verb, path, body] of [...requests, ...requests, ...requests]) {
      const socket = await RawSocket.open(url);
      const head = `${verb} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
      socket.write(head);
      await socket.receives(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
      underWay.push({ socket, body });
    }
    const pids = workersOf(pid);
    const ended = stopServer(signal);
    await eventually(async () => {
      const connection = await RawSocket.open(url).catch(() => undefined);
      connection?.close();
      expect(connection === undefined).toBe(true);
    });
    for (const { socket, body } of underWay) {
      socket.write(body);
      await socket.receives(/HTTP\/1\.1 200 OK/);
    }
    expect(await ended).toBe(0);
    for (const worker of pids) expect(existsSync(`/proc/${worker}`)).toBe(false);
    expect(socketDirectories()).toEqual([]);
    expect(server?.output()).not.toMatch(/"L":"(WARN|ERROR)"/);
  },
);

test('a second signal ends all at once', async () => {
  const { pid } = await start({ PENNON_SERVER_DRAIN_DELAY: '10m' });
  const pids = workersOf(pid);
  const ended = stopServer('SIGTERM');
  await eventually(async () => {
    expect(server?.output()).toContain('"stopping"');
    return Promise.resolve();
  });
  await stopServer('SIGTERM');
  expect(await ended).toBe(1);
  await eventually(async () => {
    for (const worker of pids) expect(existsSync(`/proc/${worker}`)).toBe(false);
    return Promise.resolve();
  });
});

test('a killed primary takes its workers with it, and they remove their sockets', async () => {
  const { pid } = await start();
  const pids = workersOf(pid);
  expect(socketDirectories()).toHaveLength(1);
  await stopServer('SIGKILL');
  await eventually(async () => {
    for (const worker of pids) expect(existsSync(`/proc/${worker}`)).toBe(false);
    expect(socketDirectories()).toEqual([]);
    return Promise.resolve();
  });
});

test('a configuration that cannot be used is one error', async () => {
  const { exitCode, stderr, stdout } = await runServer({
    env: { PENNON_SERVER_WORKERS: '2', PENNON_SERVER_HTTP_PORT: 'none' },
  });
  expect(exitCode).toBe(1);
  expect(stderr.match(/cannot be used/g)).toHaveLength(1);
  expect(stdout).toBe('');
});

test('a port that is taken is one error, after which nothing is left', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as AddressInfo;
  const { exitCode, stderr } = await runServer({
    directory,
    env: {
      PENNON_SERVER_WORKERS: '2',
      PENNON_SERVER_HOST: '127.0.0.1',
      PENNON_SERVER_HTTP_PORT: `${port}`,
      PENNON_SERVER_GRPC_PORT: '0',
      PENNON_DB_URL: `file:${join(directory, 'pennon.db')}`,
      TMPDIR: directory,
    },
  });
  holder.close();
  expect(exitCode).toBe(1);
  expect(stderr.match(/EADDRINUSE/g)).toHaveLength(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(socketDirectories()).toEqual([]);
});

test('the first token is shown once', async () => {
  const { url } = await start({
    PENNON_AUTHENTICATION_REQUIRED: 'true',
    PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true',
  });
  const output = server?.output() ?? '';
  const tokens = output.match(/"client_token":"[^"]+"/g);
  expect(tokens).toHaveLength(1);
  const token = tokens?.[0].split('"')[3] ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  const question = jsonRequest('POST', '/evaluate/v1/batch', { requests: [] });
  for (let count = 0; count < 4; count++)
    expect((await apiAt(url).send({ ...question, headers })).status).toBe(200);
});
