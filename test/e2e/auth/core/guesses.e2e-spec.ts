import { performance } from 'node:perf_hooks';
import { useAuthServer } from '../../../support/auth-server';
import { Agent, request as open } from 'node:http';

// Where the cores are shared with many, fifty lookups at once take longer than a caller is usually kept.
const server = useAuthServer({ PENNON_AUTHENTICATION_RECORDS_LOOKUP_TIMEOUT: '30s' });

const GUESSES = 2000;

describe('a thousand guesses per second', () => {
  test('come to 429, fill no log, and keep nobody waiting who has a token', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const guesses = Array.from({ length: GUESSES }, (_, index) => guess(agent, `svc_guess_${index}`));
    const waits: number[] = [];
    const statuses = await whileRunning(Promise.all(guesses), async () => {
      const asked = performance.now();
      expect((await server.as().send({ path: '/auth/v1/self' })).status).toBe(200);
      waits.push(performance.now() - asked);
    });
    agent.destroy();
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(GUESSES - 100);
    expect(Math.max(...waits)).toBeLessThan(10_000);
    expect(server.logged().filter((line) => line.includes('too many failed attempts'))).toHaveLength(1);
  });

  test('a good token from the same address goes on to work, and a bad one is told the same', async () => {
    expect((await server.as().send({ path: '/auth/v1/self' })).status).toBe(200);
    const answer = await server.as('svc_guess').send({ path: '/auth/v1/self' });
    expect([answer.status, answer.body.toString()]).toEqual([
      429,
      '{"code":8,"message":"too many failed attempts from this address","details":[]}',
    ]);
    const { 'retry-after': seconds } = answer.headers;
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });

  test.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'True-Client-IP', 'CF-Connecting-IP'])(
    'nobody gets another address by saying so: %s',
    async (name) => {
      const headers = { [name]: name === 'Forwarded' ? 'for=198.51.100.7' : '198.51.100.7' };
      const answer = await server.as('svc_guess').send({ path: '/auth/v1/self', headers });
      expect(answer.status).toBe(429);
    },
  );

  test('the anonymous, who guess nothing, are told that they are', async () => {
    expect((await server.send({ path: '/auth/v1/self' })).status).toBe(401);
  });

  test('a new token works at once', async () => {
    const { clientToken } = await server.issue({});
    expect((await server.as(clientToken).send({ path: '/auth/v1/self' })).status).toBe(200);
  });
});

/** The status that a guess is answered with. */
async function guess(agent: Agent, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const request = open(`${server.url}/api/v1/namespaces`, { agent, headers }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    request.once('error', reject);
    request.end();
  });
}

/** Repeats something for as long as that takes, and returns what comes of it. */
async function whileRunning<T>(work: Promise<T>, repeat: () => Promise<void>): Promise<T> {
  const state = { isRunning: true };
  const ended = work.finally(() => {
    state.isRunning = false;
  });
  while (state.isRunning) await repeat();
  return ended;
}
