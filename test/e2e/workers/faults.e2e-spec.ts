import { setTimeout as delay } from 'node:timers/promises';
import { flipt } from '@pennon/proto';
import { isSqlite } from '../../support/database-server';
import { eventually } from '../../support/eventually';
import { addFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { apiAt, jsonOf, jsonRequest, type Answer } from '../../support/http';
import { ManagementClient } from '../../support/management-client';
import { RawSocket } from '../../support/raw-socket';
import { staleAnswers } from '../../support/stale-answers';
import { useWorkers } from '../../support/use-workers';
import { workersOf } from '../../support/worker-processes';

/** Longest wait for an answer, in milliseconds: much longer than it takes, and the end of one that never comes. */
const ANSWER_TIMEOUT_MS = 20_000;

/** The status of an answer, or `lost` when the connection was. */
async function statusOf(answer: Promise<Answer>): Promise<number | 'lost'> {
  return answer.then(
    ({ status }) => status,
    () => 'lost' as const,
  );
}

/** What a write of these tests sends. */
const CHANGE = '{"name": "steady", "enabled": true}';

const question = jsonRequest('POST', '/evaluate/v1/boolean', { flagKey: 'steady', entityId: 'me' });

(isSqlite ? describe : describe.skip)('three workers on a SQLite file, of which one is killed', () => {
  const workers = useWorkers(() => ({ env: { PENNON_SERVER_WORKERS: '3' } }));

  beforeAll(async () => addFlag(workers.api, { key: 'steady', type: 'BOOLEAN_FLAG_TYPE' }));

  /** The leader first. @param gone One that was given up: it is killed some time after that is told. */
  async function threeWorkers(gone?: number): Promise<readonly number[]> {
    return eventually(async () => {
      const pids = workersOf(workers.server.pid);
      expect(pids).toHaveLength(3);
      expect(pids).not.toContain(gone);
      return Promise.resolve(pids);
    });
  }

  /** Begins a write on each worker, which waits for its body: connections are handed out in turn. */
  async function beginWrites(): Promise<readonly RawSocket[]> {
    const sockets = await Promise.all([1, 2, 3].map(async () => RawSocket.open(workers.server.url)));
    const head = `PUT /api/v1/flags/steady HTTP/1.1\r\nHost: a\r\nContent-Length: ${CHANGE.length}\r\n`;
    for (const socket of sockets) {
      socket.write(`${head}Expect: 100-continue\r\n\r\n`);
      await socket.receives(/ 100 Continue/);
    }
    return sockets;
  }

  /** What an evaluation on a new connection comes to: a status, or `lost` for a connection of the killed worker. */
  async function ask(): Promise<number | 'lost'> {
    const answer = statusOf(apiAt(workers.server.url).send(question));
    const overdue = delay(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error('an evaluation was not answered at all');
    });
    return Promise.race([answer, overdue]);
  }

  /** Evaluates by four callers at once while something is done, and for as long again as 100 answers take. */
  async function evaluatingWhile(act: () => Promise<void>): Promise<readonly (number | 'lost')[]> {
    const outcomes: (number | 'lost')[] = [];
    let isDone = false;
    const callers = [1, 2, 3, 4].map(async () => {
      while (!isDone) outcomes.push(await ask());
      for (let more = 0; more < 25; more++) outcomes.push(await ask());
    });
    await act();
    isDone = true;
    await Promise.all(callers);
    return outcomes;
  }

  test('a follower: nobody but its own callers notices, and it is replaced', async () => {
    const [leader, victim = 0] = await threeWorkers();
    const outcomes = await evaluatingWhile(async () => {
      process.kill(victim, 'SIGKILL');
      await eventually(async () => {
        expect(workers.server.output()).toContain('a worker has been replaced');
        return Promise.resolve();
      });
    });
    expect(new Set(outcomes)).toEqual(new Set(outcomes.includes('lost') ? [200, 'lost'] : [200]));
    expect(outcomes.slice(-50)).toEqual(Array.from({ length: 50 }, () => 200));
    expect((await threeWorkers(victim))[0]).toBe(leader);
    const { api, grpc } = workers;
    expect(await staleAnswers({ api, grpc, flagKey: 'steady', writes: 10 })).toEqual([]);
  });

  test('a follower, while a change is made: the change waits for its end, and finds no fault with it', async () => {
    const [, , victim = 0] = await threeWorkers();
    const sockets = await beginWrites();
    // The primary shall hear of both at once: that it has no channel any more comes before its end does.
    process.kill(workers.server.pid, 'SIGSTOP');
    process.kill(victim, 'SIGKILL');
    for (const socket of sockets) socket.write(CHANGE);
    await delay(500);
    process.kill(workers.server.pid, 'SIGCONT');
    const answers = await Promise.allSettled(sockets.map(async (socket) => socket.receives(/ 200 OK/)));
    for (const socket of sockets) socket.close();
    // One of the connections was its own.
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(workers.server.output()).not.toContain('does not answer in time');
    await threeWorkers();
  });

  test('a follower that hangs holds up a write until it is found out, not as long as it may load', async () => {
    const [leader, victim = 0] = await threeWorkers();
    const sockets = await beginWrites();
    process.kill(victim, 'SIGSTOP');
    for (const socket of sockets) socket.write(CHANGE);
    const answers = await Promise.allSettled(sockets.map(async (socket) => socket.receives(/ 200 OK/)));
    for (const socket of sockets) socket.close();
    // Connections of the one that hangs are lost with it, however many it was handed; the others are answered.
    expect(answers.map(({ status }) => status)).toContain('fulfilled');
    expect(workers.server.output()).toContain('a worker to say that it is alive took longer than 2500 ms');
    expect((await threeWorkers(victim))[0]).toBe(leader);
  });

  test('the leader amid writes: evaluation goes on, what was acknowledged is there, and writes work again', async () => {
    const [leader = 0] = await threeWorkers();
    const management = new ManagementClient(workers.server.url);
    const acknowledged: string[] = [];
    const refused: string[] = [];
    let isKilled = false;
    const outcomes = await evaluatingWhile(async () => {
      for (let write = 0; write < 400; write++) {
        const key = `write-${write}`;
        try {
          await management.write('POST', 'flags', {
            key,
            name: key,
            type: 'BOOLEAN_FLAG_TYPE',
            enabled: true,
          });
          acknowledged.push(key);
          if (isKilled) return;
        } catch (error) {
          refused.push(String(error));
          await delay(50);
        }
        if (acknowledged.length === 20 && !isKilled) {
          isKilled = true;
          process.kill(leader, 'SIGKILL');
        }
      }
    });
    expect(new Set(outcomes)).toEqual(new Set(outcomes.includes('lost') ? [200, 'lost'] : [200]));
    // The last one was acknowledged by another leader than the first.
    expect(workersOf(workers.server.pid)).not.toContain(leader);
    expect(acknowledged.length).toBeGreaterThan(20);
    const decisions = await management.evaluateAll(acknowledged);
    expect(decisions.map((decision) => decision?.enabled)).toEqual(acknowledged.map(() => true));
    for (const refusal of refused) expect(refusal).toMatch(/: 503 .*"code":14|ECONNRESET|socket hang up/);
    const { api, grpc } = workers;
    expect(await staleAnswers({ api, grpc, flagKey: 'steady', writes: 10 })).toEqual([]);
  });

  test('a leader that hangs: writes end, health tells, and another leader takes over', async () => {
    const [leader = 0] = await threeWorkers();
    const change = jsonRequest('PUT', '/api/v1/flags/steady', { name: 'steady', enabled: true });
    process.kill(leader, 'SIGSTOP');
    const [statuses] = await Promise.all([
      Promise.all([1, 2, 3, 4, 5, 6].map(async () => statusOf(workers.api.send(change)))),
      eventually(async () => {
        const { body } = await apiAt(workers.server.url).send({ path: '/health/ready' });
        expect(JSON.parse(body.toString())).toMatchObject({
          status: 'SERVING',
          parts: { leader: { state: 'down', reason: 'it is being replaced' } },
        });
      }),
    ]);
    // Handed on by a follower, or lost with the connection that the leader itself was handed.
    expect(['lost', 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    expect(workers.server.output()).toMatch(
      /does not answer in time.*"worker":1|"worker":1.*does not answer in time/,
    );
    await eventually(async () => {
      expect((await workers.api.send(change)).status).toBe(200);
      for (const _ of [1, 2, 3]) {
        const { body } = await workers.api.send({ path: '/health/ready' });
        expect(body.toString()).not.toContain('"leader":{"state":"down"');
      }
    });
    const pids = await threeWorkers();
    expect(pids).not.toContain(leader);
  });

  test('the leader, over gRPC: a write is refused as UNAVAILABLE and works again on the same connection', async () => {
    const [leader = 0] = await threeWorkers();
    const request = { namespaceKey: 'default', key: 'steady', name: 'steady', enabled: true };
    const { updateFlag } = flipt.Flipt.method;
    const clients = Array.from({ length: 3 }, () => new GrpcClient(workers.server.grpcAddress));
    await Promise.all(clients.map(async (client) => client.ready()));
    const refusals: string[] = [];
    process.kill(leader, 'SIGKILL');
    await Promise.all(
      clients.map(async (client) =>
        eventually(async () => {
          const outcome = await client.call(updateFlag, request);
          if ('code' in outcome) refusals.push(`${outcome.code}`);
          expect(outcome).toHaveProperty('message');
        }),
      ),
    );
    for (const client of clients) client.close();
    expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? ['14'] : []));
    expect(jsonOf(await workers.api.send(question))).toMatchObject({ enabled: true });
  });
});
