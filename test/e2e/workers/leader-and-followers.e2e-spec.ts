import { flipt } from '@pennon/proto';
import { authEnv, bearing, BOOTSTRAP_TOKEN, type IssuedTokenJson } from '../../support/auth-server';
import { isSqlite } from '../../support/database-server';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { apiAt, jsonOf, jsonRequest, type Answer } from '../../support/http';
import { RawSocket } from '../../support/raw-socket';
import { bearer, staleAnswers } from '../../support/stale-answers';
import { useWorkers } from '../../support/use-workers';
import { holdersOf, workersOf } from '../../support/worker-processes';

/** Refused credentials that one address may show within a minute. */
const FAILURES = 5;

/** Connections that one worker takes on a port. */
const MAX_CONNECTIONS = 12;

/** The status of a body above `server.max_body_bytes`. */
const TOO_LARGE = 413;

const flagsPath = '/api/v1/namespaces/default/flags';

/** Numbers from 1. */
function times(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

(isSqlite ? describe : describe.skip)('a writer of two workers on a SQLite file', () => {
  const workers = useWorkers(() => ({
    env: { ...authEnv, PENNON_SERVER_WORKERS: '2', PENNON_SERVER_MAX_BODY_BYTES: '200KiB' },
  }));

  test('both answer, on both ports', async () => {
    const { server } = workers;
    const pids = workersOf(server.pid);
    expect(pids).toHaveLength(2);
    const port = Number(new URL(server.url).port);
    const open = await Promise.all(times(4).map(async () => RawSocket.open(server.url)));
    for (const socket of open) {
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
      await socket.receives(/SERVING/);
    }
    expect(holdersOf(port, pids)).toEqual(pids);
    for (const socket of open) socket.close();
    expect(holdersOf(Number(server.grpcAddress.split(':').at(-1)), pids)).toEqual(pids);
  });

  test('says once where it listens, and on its lines which worker wrote them', async () => {
    await Promise.all(times(12).map(async () => workers.api.send({ path: '/meta/info' })));
    await eventually(async () => {
      const output = workers.server.output();
      expect(output).toContain('"worker":1,');
      expect(output).toContain('"worker":2,');
      return Promise.resolve();
    });
    const output = workers.server.output();
    expect(output.match(/pennon is listening/g)).toHaveLength(1);
    expect(output).toContain('"workers":"2"');
  });

  test('any connection manages', async () => {
    const { api, grpc } = workers;
    await Promise.all(times(6).map(async (n) => addFlag(api, { key: `http-${n}` })));
    const made = await Promise.all(
      grpc.map(async (client, n) =>
        client.call(
          flipt.Flipt.method.createFlag,
          { namespaceKey: 'default', key: `grpc-${n}`, name: 'x' },
          { metadata: bearer },
        ),
      ),
    );
    for (const outcome of made) expect(outcome).toHaveProperty('message');
    const lists = await Promise.all(times(4).map(async () => api.send({ path: flagsPath })));
    for (const list of lists) expect(jsonOf(list)).toMatchObject({ totalCount: 12 });
  });

  test('errors are the same by whichever connection', async () => {
    const { api, grpc } = workers;
    const answers = await Promise.all(times(4).map(async () => api.send({ path: `${flagsPath}/none` })));
    for (const answer of answers)
      expect([answer.status, jsonOf(answer)]).toEqual([404, expect.objectContaining({ code: 5 })]);
    const outcomes = await Promise.all(
      grpc.map(async (client) =>
        client.call(
          flipt.Flipt.method.getFlag,
          { namespaceKey: 'default', key: 'none' },
          { metadata: bearer },
        ),
      ),
    );
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject({ code: 5 });
  });

  test('a large body is handed on whole, with its length or in chunks, and one that is too large is refused', async () => {
    const { api } = workers;
    const metadata = { text: 'x'.repeat(100_000) };
    const larger = { text: metadata.text.repeat(3) };
    for (const n of times(4)) {
      const chunked = n % 2 === 0;
      await addFlag(api, { key: `long-${n}` });
      const path = `${flagsPath}/long-${n}`;
      const long = jsonRequest('PUT', path, { name: 'long', metadata });
      expect(jsonOf(await api.send({ ...long, chunked }))).toMatchObject({ metadata });
      const tooLong = jsonRequest('PUT', path, { name: 'long', metadata: larger });
      expect((await api.send({ ...tooLong, chunked })).status).toBe(TOO_LARGE);
      expect(jsonOf(await api.send({ path }))).toMatchObject({ metadata });
    }
  });

  test('a body that is too large is refused before it has come', async () => {
    const head = `PUT ${flagsPath}/any HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${BOOTSTRAP_TOKEN}\r\n`;
    const lines = [
      'Content-Length: 300000\r\n\r\n',
      'Content-Length: 300000\r\nExpect: 100-continue\r\n\r\n',
    ];
    for (const line of [...lines, ...lines, ...lines, ...lines]) {
      const socket = await RawSocket.open(workers.server.url);
      socket.write(head + line);
      await socket.receives(/^HTTP\/1\.1 413 /);
      socket.close();
    }
  });

  test('a connection is used again after a refusal of the leader that came early', async () => {
    for (const _ of times(4)) {
      const socket = await RawSocket.open(workers.server.url);
      socket.write(`PUT ${flagsPath}/any HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n`);
      await socket.receives(/^HTTP\/1\.1 401 /);
      socket.write(' '.repeat(300_000));
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
      await socket.receives(/HTTP\/1\.1 200 .*SERVING/s);
      socket.close();
    }
  });

  test('a message that is too large is refused over gRPC by any connection', async () => {
    const request = { namespaceKey: 'default', key: 'long', name: 'x', description: 'x'.repeat(5_000_000) };
    for (const client of workers.grpc) {
      const outcome = await client.call(flipt.Flipt.method.createFlag, request, { metadata: bearer });
      expect(outcome).toMatchObject({ code: 8 });
    }
  });

  test('whatever was acknowledged is what every connection answers', async () => {
    const { api, grpc } = workers;
    const stale = await Promise.all(
      times(4).map(async (n) => {
        const flagKey = `hammered-${n}`;
        await addFlag(api, { key: flagKey, type: 'BOOLEAN_FLAG_TYPE' });
        return staleAnswers({ api, grpc, flagKey, writes: 20 });
      }),
    );
    expect(stale.flat()).toEqual([]);
  });

  test('any connection shows the metrics of all', async () => {
    const { api } = workers;
    await addFlag(api, { key: 'counted', type: 'BOOLEAN_FLAG_TYPE' });
    const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'counted', entityId: 'me' });
    await Promise.all(times(20).map(async () => api.send(question)));
    for (const text of await Promise.all(times(4).map(async () => api.send({ path: '/metrics' })))) {
      const lines = text.body.toString().split('\n');
      const counts = lines.filter(
        (line) => line.startsWith('flipt_evaluations_requests_total') && line.includes('"counted"'),
      );
      expect(counts.map((line) => Number(line.split(' ').at(-1)))).toEqual([20]);
    }
  });

  test('a flag that was deleted, and a namespace, is gone by every connection', async () => {
    const { api } = workers;
    for (const n of times(4)) {
      const namespaceKey = `short-${n}`;
      await api.send(jsonRequest('POST', '/api/v1/namespaces', { key: namespaceKey, name: 'Short' }));
      await addFlag(api, { namespaceKey, key: 'here', type: 'BOOLEAN_FLAG_TYPE' });
      const question = jsonRequest('POST', '/evaluate/v1/boolean', {
        namespaceKey,
        flagKey: 'here',
        entityId: 'me',
      });
      const ask = async (): Promise<readonly Answer[]> =>
        Promise.all(times(4).map(async () => api.send(question)));
      expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await api.send({ verb: 'DELETE', path: `/api/v1/namespaces/${namespaceKey}/flags/here` });
      expect((await ask()).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
  });

  test('a token is good by every connection once it is issued, and by none once it is revoked', async () => {
    const { api, server } = workers;
    for (const n of times(5)) {
      const issued = await api.send(jsonRequest('POST', '/auth/v1/method/token', { name: `t${n}` }));
      const { clientToken, authentication } = jsonOf(issued) as IssuedTokenJson;
      const holder = bearing(apiAt(server.url), clientToken);
      const question = jsonRequest('POST', '/evaluate/v1/batch', { requests: [] });
      const ask = async (): Promise<readonly number[]> =>
        (await Promise.all(times(4).map(async () => holder.send(question)))).map(({ status }) => status);
      expect(await ask()).toEqual([200, 200, 200, 200]);
      await api.send({ verb: 'DELETE', path: `/auth/v1/tokens/${authentication.id}` });
      expect(await ask()).toEqual([401, 401, 401, 401]);
    }
  });
});

(isSqlite ? describe : describe.skip)('callers behind a proxy, in front of two workers', () => {
  const workers = useWorkers(() => ({
    env: {
      ...authEnv,
      PENNON_SERVER_WORKERS: '2',
      PENNON_SERVER_MAX_CONNECTIONS: `${MAX_CONNECTIONS}`,
      PENNON_SERVER_TRUSTED_PROXIES: '127.0.0.1',
      PENNON_AUTHENTICATION_RATE_LIMIT_FAILURES: `${FAILURES}`,
    },
  }));

  /** What a wrong token comes to by so many connections, one after another. */
  async function tryInVain(
    count: number,
    headersOf: (index: number) => Readonly<Record<string, string>>,
  ): Promise<readonly number[]> {
    const api = bearing(apiAt(workers.server.url), 'wrong');
    const statuses = [];
    for (let index = 0; index < count; index++)
      statuses.push((await api.send({ path: flagsPath, headers: headersOf(index) })).status);
    return statuses;
  }

  /** What a proxy writes that appends the port of each connection. */
  const from =
    (address: string) =>
    (index: number): Readonly<Record<string, string>> => ({
      'X-Forwarded-For': `${address}:${50_000 + index}`,
    });

  test('are counted by their own addresses, by all connections together, in what the leader answers', async () => {
    const refused = Array.from({ length: FAILURES }, () => 401);
    expect(await tryInVain(FAILURES + 2, from('203.0.113.1'))).toEqual([...refused, 429, 429]);
    expect(await tryInVain(FAILURES + 1, from('203.0.113.2'))).toEqual([...refused, 429]);
    expect(workers.server.output()).toContain('"address":"203.0.113.1"');
  });

  test('find their address and the id of their request in the log, whichever worker they reach', async () => {
    const ids = times(8).map((n) => `request-${n}`);
    const api = apiAt(workers.server.url);
    for (const id of ids) {
      const headers = { 'X-Request-Id': id, 'X-Forwarded-For': '203.0.113.3' };
      const answer = await api.send({ path: flagsPath, headers });
      expect([answer.status, answer.headers['x-request-id']]).toEqual([401, id]);
    }
    await eventually(async () => {
      for (const id of ids) {
        const lines = workers.server
          .output()
          .split('\n')
          .filter((line) => line.includes(`"id":"${id}"`));
        expect(lines).toEqual([expect.stringContaining('"client":{"address":"203.0.113.3"}')]);
      }
      return Promise.resolve();
    });
  });

  test('connections beyond what the workers take are closed at once, and make room when they go', async () => {
    const { url } = workers.server;
    const sockets = await Promise.all(times(4 * MAX_CONNECTIONS).map(async () => RawSocket.open(url)));
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
        return socket.receives(/SERVING/).then(
          () => 'answered',
          () => 'closed',
        );
      }),
    );
    // How many each worker is offered depends on how busy it is.
    const taken = answers.filter((answer) => answer === 'answered').length;
    expect(taken).toBeGreaterThanOrEqual(MAX_CONNECTIONS);
    expect(taken).toBeLessThanOrEqual(2 * MAX_CONNECTIONS);
    for (const socket of sockets) socket.close();
    await eventually(async () => {
      await Promise.all(times(4).map(async () => workers.api.send({ path: '/health' })));
    });
  });

  test('cannot pass for a worker', async () => {
    const statuses = await Promise.all(
      times(FAILURES + 4).map(async (n) => {
        const headers = { 'X-Pennon-Peer': `secret 198.51.100.${n}` };
        return (await tryInVain(1, () => headers))[0];
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });
});
