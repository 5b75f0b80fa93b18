import { setTimeout as delay } from 'node:timers/promises';
import { authEnv, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { apiAt, jsonOf, jsonRequest, type Api, type Request } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';

jest.setTimeout(120_000);

/** Callers of each kind. */
const CALLERS = 4;

/** Longer than any limit of reads has, and than a file may be busy. */
const STOPPED_MS = 2000;

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await startServer({ env: authEnv });
  api = apiAt(server.url);
  await send(BOOTSTRAP_TOKEN, flagAt('', 'POST', { key: 'steady', name: '0', type: 'BOOLEAN_FLAG_TYPE' }));
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function flagAt(path: string, verb: 'POST' | 'PUT', value: object): Request {
  return jsonRequest(verb, `/api/v1/namespaces/default/flags${path}`, value);
}

async function send(
  token: string,
  request: Request,
): Promise<{ readonly status: number; readonly value: unknown }> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const answer = await api.send({ ...request, headers });
  return { status: answer.status, value: jsonOf(answer) };
}

/** Asks for a token that this server has never seen, and uses it. */
async function useNewToken(): Promise<readonly number[]> {
  const made = await send(BOOTSTRAP_TOKEN, jsonRequest('POST', '/auth/v1/method/token', { name: 'new' }));
  const { clientToken } = made.value as { readonly clientToken: string };
  return [made.status, (await send(clientToken, evaluation)).status];
}

const evaluation = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'steady', entityId: 'me' });

/** Evaluates, writes and uses new tokens while something is done to the server; the statuses of that, each once. */
async function statusesWhile(act: () => Promise<void>): Promise<readonly number[]> {
  const statuses = new Set<number>();
  let isDone = false;
  let writes = 0;
  const kinds: readonly (() => Promise<readonly number[]>)[] = [
    useNewToken,
    async () => [(await send(BOOTSTRAP_TOKEN, evaluation)).status],
    async () => {
      const update = flagAt('/steady', 'PUT', { name: `${++writes}`, enabled: true });
      return [(await send(BOOTSTRAP_TOKEN, update)).status];
    },
  ];
  const callers = kinds.flatMap((ask) =>
    Array.from({ length: CALLERS }, async () => {
      while (!isDone) for (const status of await ask()) statuses.add(status);
    }),
  );
  await act();
  isDone = true;
  await Promise.all(callers);
  return [...statuses];
}

async function stopFor(milliseconds: number): Promise<void> {
  process.kill(server.pid, 'SIGSTOP');
  await delay(milliseconds);
  process.kill(server.pid, 'SIGCONT');
}

test('a server that is stopped for a while refuses nothing that waited meanwhile', async () => {
  const statuses = await statusesWhile(async () => {
    for (let times = 0; times < 2; times++) {
      await delay(300);
      await stopFor(STOPPED_MS);
    }
  });
  expect(statuses).toEqual([200]);
});

test('a server that runs for 10 of every 100 ms refuses nothing', async () => {
  const statuses = await statusesWhile(async () => {
    for (let times = 0; times < 40; times++) {
      await stopFor(90);
      await delay(10);
    }
  });
  expect(statuses).toEqual([200]);
  expect(server.output()).not.toContain('took longer than');
});
