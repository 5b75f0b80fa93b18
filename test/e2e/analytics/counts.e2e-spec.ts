import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { fliptAnalytics, fliptEvaluation, pennonAnalytics } from '@pennon/proto';
import { authEnv } from '../../support/auth-server';
import { isSqlite } from '../../support/database-server';
import { addFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { apiAt, jsonOf, jsonRequest, type Api } from '../../support/http';
import { startServer, type TestServer } from '../../support/server';
import { useServer } from '../../support/use-server';

const { getFlagEvaluationsCount } = fliptAnalytics.AnalyticsService.method;
const { getValueCounts } = pennonAnalytics.CountService.method;
const { boolean, batch } = fliptEvaluation.EvaluationService.method;

/** Of no use for a while: what is written before was written by the stop. */
const on = { PENNON_ANALYTICS_ENABLED: 'true', PENNON_ANALYTICS_BUFFER_FLUSH_PERIOD: '10m' };

interface Counts {
  readonly timestamps: readonly string[];
  readonly values: readonly number[];
}

function pathOf(flagKey: string, query = ''): string {
  return `/internal/v1/analytics/namespaces/default/flags/${flagKey}${query}`;
}

async function countsOf(api: Api, flagKey: string, query = ''): Promise<Counts> {
  const answer = await api.send({ path: pathOf(flagKey, query) });
  expect(answer.status).toBe(200);
  return jsonOf(answer) as Counts;
}

/** Evaluations of the flag within the last day. */
async function totalOf(api: Api, flagKey: string): Promise<number> {
  const { values } = await countsOf(api, flagKey);
  return values.reduce((sum, value) => sum + value, 0);
}

function questionOf(flagKey: string): { readonly flagKey: string; readonly entityId: string } {
  return { flagKey, entityId: 'a' };
}

async function post(api: Api, path: string, body: object): Promise<number> {
  return (await api.send(jsonRequest('POST', path, body))).status;
}

describe('evaluations that people see', () => {
  let directory: string;
  let server: TestServer;
  let api: Api;

  async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    server = await startServer({ directory, env: { ...on, ...env } });
    api = apiAt(server.url);
  }

  /** Starts the first server, with two flags. */
  async function begin(env: Readonly<Record<string, string>> = {}): Promise<void> {
    directory = mkdtempSync(join(tmpdir(), 'pennon-analytics-'));
    await start(env);
    await addFlag(api, { key: 'cart', type: 'BOOLEAN_FLAG_TYPE' });
    await addFlag(api, { key: 'colour' });
  }

  afterEach(async () => {
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  /** Stops the server in good order, which writes what was counted, and starts another one. */
  async function restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    expect(await server.stop()).toBe(0);
    await start(env);
  }

  async function evaluate(flagKey: 'cart' | 'colour'): Promise<void> {
    const path = flagKey === 'cart' ? '/evaluate/v1/boolean' : '/evaluate/v1/variant';
    expect(await post(api, path, { namespaceKey: 'default', flagKey, entityId: 'a' })).toBe(200);
  }

  /** Whatever the spelling of the span, both doors answer the same. */
  async function sameOverGrpc(): Promise<void> {
    const grpc = new GrpcClient(server.grpcAddress);
    const { timestamps, values } = await countsOf(
      api,
      'cart',
      '?from=2026-01-01%2000:00:00&to=2026-01-01T04:00:00Z',
    );
    const request = { flagKey: 'cart', from: '2026-01-01T00:00:00Z', to: '2026-01-01 04:00:00' };
    expect(await grpc.call(getFlagEvaluationsCount, request)).toMatchObject({
      message: { timestamps, values },
    });
    grpc.close();
    expect([timestamps.length, values.length, timestamps[1]]).toEqual([48, 48, '2026-01-01T00:05:00Z']);
  }

  test('are single ones and items of batches on both doors, and no others, and add up', async () => {
    await begin();
    const [cart, colour, missing] = [questionOf('cart'), questionOf('colour'), questionOf('none')];
    await evaluate('cart');
    await evaluate('colour');
    expect(await post(api, '/evaluate/v1/batch', { requests: [cart, colour, cart, missing] })).toBe(200);
    const grpc = new GrpcClient(server.grpcAddress);
    expect(await grpc.call(boolean, cart)).toHaveProperty('message.flagKey', 'cart');
    expect(await grpc.call(batch, { requests: [cart, colour] })).toHaveProperty(
      'message.responses.length',
      2,
    );
    grpc.close();
    // What follows is not among them.
    expect(await post(api, '/evaluate/v1/boolean', colour)).toBe(400);
    expect(await post(api, '/ofrep/v1/evaluate/flags/cart', { context: { targetingKey: 'a' } })).toBe(200);
    expect(await post(api, '/ofrep/v1/evaluate/flags', { context: { targetingKey: 'a' } })).toBe(200);
    expect(await post(api, '/api/v1/evaluate', colour)).toBe(200);
    expect(await post(api, '/evaluate/v1/explain', colour)).toBe(200);
    const snapshot = '/internal/v1/evaluation/snapshot/namespace/default';
    expect((await api.send({ path: snapshot })).status).toBe(200);
    await restart();
    expect([await totalOf(api, 'cart'), await totalOf(api, 'colour')]).toEqual([5, 3]);
    await evaluate('cart');
    await evaluate('cart');
    await restart();
    expect([await totalOf(api, 'cart'), await totalOf(api, 'colour'), await totalOf(api, 'none')]).toEqual([
      7, 3, 0,
    ]);
    await sameOverGrpc();
  }, 240_000);

  (isSqlite ? test : test.skip)(
    'are counted by every worker, and written by the one that writes',
    async () => {
      await begin({ PENNON_SERVER_WORKERS: '2' });
      for (let time = 0; time < 8; time++) await evaluate('cart');
      await restart();
      expect(await totalOf(api, 'cart')).toBe(8);
    },
    240_000,
  );
});

describe('a server that counts', () => {
  const server = useServer({ ...on, ...authEnv });

  test('says so, shows metrics of it, and wants to know who asks', async () => {
    expect((await server.send({ path: pathOf('cart') })).status).toBe(401);
    expect((await server.send({ path: pathOf('cart/values') })).status).toBe(401);
    const metrics = (await server.send({ path: '/metrics' })).body.toString();
    expect(metrics).toMatch(/^pennon_analytics_dropped_total 0$/m);
  });
});

describe('a server that counts nothing', () => {
  const server = useServer();

  test('does not have the RPC', async () => {
    const answer = await server.send({ path: pathOf('cart') });
    expect([answer.status, jsonOf(answer)]).toEqual([
      501,
      expect.objectContaining({ code: status.UNIMPLEMENTED }),
    ]);
    const grpc = new GrpcClient(server.grpcAddress);
    const refusals = [
      await grpc.call(getFlagEvaluationsCount, { flagKey: 'cart' }),
      await grpc.call(getValueCounts, { flagKey: 'cart' }),
    ];
    expect(refusals).toMatchObject([{ code: status.UNIMPLEMENTED }, { code: status.UNIMPLEMENTED }]);
    grpc.close();
  });
});
