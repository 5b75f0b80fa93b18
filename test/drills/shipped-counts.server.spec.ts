import { errorDetailsOf, methodOf } from '../support/outcome';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pennonAnalytics } from '@pennon/proto';
import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../support/auth-server';
import { createServerDatabase, dropServerDatabase } from '../support/database-server';
import { eventually } from '../support/eventually';
import { addFlag } from '../support/flags';
import { GrpcClient } from '../support/grpc-client';
import { apiAt, jsonOf, jsonRequest, type Answer, type Api } from '../support/http';
import { metricsOf } from '../support/metrics';
import { startServer, type ServerOptions, type TestServer } from '../support/server';
import { AnswerLoser } from './support/answer-loser';
import { describeWithServers } from './support/describe-with-servers';

const countsPath = '/internal/v1/analytics/counts';

const counting = {
  ...authEnv,
  PENNON_AUTHORIZATION_REQUIRED: 'true',
  PENNON_ANALYTICS_ENABLED: 'true',
  PENNON_ANALYTICS_BUFFER_FLUSH_PERIOD: '1s',
};

describeWithServers(['postgres'], 'counts of a reader and a writer on one PostgreSQL', () => {
  jest.setTimeout(120_000);
  let databaseUrl: string;
  let proxy: AnswerLoser;
  let writer: TestServer;
  let running: TestServer[];
  /** Token of a reader. */
  let token: string;
  /** Evaluations of the flag that readers have answered. */
  let evaluated = 0;

  beforeAll(async () => {
    databaseUrl = await createServerDatabase('postgres');
    proxy = await AnswerLoser.open();
    await startWriter();
    await addFlag(writerApi(), { key: 'cart', type: 'BOOLEAN_FLAG_TYPE' });
    token = await issue({ 'io.service.auth.role': 'counter' });
  });

  beforeEach(() => {
    running = [];
  });

  afterEach(async () => {
    for (const server of running) await server.stop();
  });

  afterAll(async () => {
    await writer.stop();
    await proxy.close();
    await dropServerDatabase(databaseUrl);
  });

  async function startWriter(): Promise<void> {
    writer = await startServer({ env: { ...counting, PENNON_DB_URL: databaseUrl } });
    proxy.target = writer.url;
  }

  async function stopWriter(): Promise<void> {
    proxy.target = undefined;
    expect(await writer.stop()).toBe(0);
  }

  /** Starts a reader that ships its counts to the writer, by the proxy. */
  async function startReader(
    env: Readonly<Record<string, string>> = {},
    options: ServerOptions = {},
  ): Promise<TestServer> {
    const ours = { PENNON_ANALYTICS_WRITER_ADDRESS: proxy.url, PENNON_ANALYTICS_WRITER_TOKEN: token };
    const reader = await startServer({
      ...options,
      tier: 'reader',
      env: { ...counting, PENNON_DB_URL: databaseUrl, ...ours, ...env },
    });
    running.push(reader);
    return reader;
  }

  function writerApi(shown = BOOTSTRAP_TOKEN): Api {
    return bearing(apiAt(writer.url), shown);
  }

  async function issue(metadata: object, others: object = {}): Promise<string> {
    const request = jsonRequest('POST', '/auth/v1/method/token', { name: 'reader', metadata, ...others });
    return (jsonOf(await writerApi().send(request)) as { clientToken: string }).clientToken;
  }

  async function evaluate({ url }: TestServer, times: number, shown = token): Promise<void> {
    const question = { namespaceKey: 'default', flagKey: 'cart', entityId: 'a' };
    for (let time = 0; time < times; time++) {
      const answer = await bearing(apiAt(url), shown).send(
        jsonRequest('POST', '/evaluate/v1/boolean', question),
      );
      expect(answer.status).toBe(200);
    }
    evaluated += times;
  }

  /** Evaluations of the flag, as the writer tells them. */
  async function total(): Promise<number> {
    const answer = await writerApi().send({
      path: '/internal/v1/analytics/namespaces/default/flags/cart',
    });
    const { values } = jsonOf(answer) as { readonly values: readonly number[] };
    return values.reduce((sum, value) => sum + value, 0);
  }

  /** Everything that was evaluated is counted, and nothing of it twice. */
  async function allAreCounted(): Promise<void> {
    await eventually(async () => {
      expect(await total()).toBe(evaluated);
    });
  }

  function linesOf(server: TestServer, text: string): readonly string[] {
    return server
      .output()
      .split('\n')
      .filter((line) => line.includes(text));
  }

  async function metric(server: TestServer, name: string, labels = {}): Promise<number> {
    return (await metricsOf(apiAt(server.url))).sum(`pennon_analytics_${name}`, labels);
  }

  async function send(body: object, shown?: string): Promise<Answer> {
    const api = shown === undefined ? apiAt(writer.url) : writerApi(shown);
    return api.send(jsonRequest('POST', countsPath, body));
  }

  test('come to where the writer tells them, and the last of them when the reader stops', async () => {
    const reader = await startReader();
    await evaluate(reader, 30);
    await allAreCounted();
    expect(await metric(reader, 'flush_failures_total')).toBe(0);
    await evaluate(reader, 5);
    expect(await reader.stop()).toBe(0);
    await allAreCounted();
  });

  test('wait while the writer is away, and come when it is back: all of them, once', async () => {
    const reader = await startReader();
    await stopWriter();
    await evaluate(reader, 20);
    await eventually(async () => {
      expect(await metric(reader, 'flush_failures_total')).toBeGreaterThanOrEqual(2);
    });
    await evaluate(reader, 7);
    expect(linesOf(reader, 'evaluation counts could not be written')).toHaveLength(1);
    await startWriter();
    await allAreCounted();
    expect(linesOf(reader, 'evaluation counts are written again')).toHaveLength(1);
    expect([await metric(reader, 'dropped_total'), await metric(reader, 'waiting_counters')]).toEqual([0, 0]);
  });

  test('whose answer is lost are not added again', async () => {
    const reader = await startReader();
    proxy.toLose = 2;
    await evaluate(reader, 10);
    await eventually(async () => {
      await evaluate(reader, 1);
      expect(proxy.lost).toBe(2);
      expect(await metric(writer, 'batches_total', { outcome: 'repeated' })).toBe(2);
    });
    expect(await reader.stop()).toBe(0);
    await allAreCounted();
  });

  test('are kept while the token is no good, which is said once', async () => {
    const bad = 'a-token-that-nobody-has-made';
    const reader = await startReader({ PENNON_ANALYTICS_WRITER_TOKEN: bad });
    await evaluate(reader, 3);
    await eventually(async () => {
      expect(await metric(reader, 'flush_failures_total')).toBeGreaterThanOrEqual(3);
    });
    const lines = linesOf(reader, 'evaluation counts could not be written');
    expect([lines.length, lines[0]]).toEqual([1, expect.stringContaining('refuses the token')]);
    expect(reader.output()).not.toContain(bad);
    expect(await metric(reader, 'waiting_counters')).toBe(1);
    // Its stop cannot ship them either.
    await reader.stop();
    expect(linesOf(reader, 'evaluation counts are lost')).toHaveLength(1);
    evaluated -= 3;
  });

  test('come from a reader without a database, too', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'pennon-sidecar-'));
    const flags =
      'namespace: { key: default }\nflags:\n  - { key: cart, name: Cart, type: BOOLEAN_FLAG_TYPE, enabled: true }\n';
    writeFileSync(join(directory, 'features.yml'), `version: "1.4"\n${flags}`);
    const reader = await startReader({
      ...{ PENNON_STORAGE_TYPE: 'local', PENNON_STORAGE_LOCAL_PATH: directory },
      ...{ PENNON_AUTHENTICATION_REQUIRED: 'false', PENNON_AUTHORIZATION_REQUIRED: 'false' },
    });
    await evaluate(reader, 4);
    await allAreCounted();
    rmSync(directory, { recursive: true });
  });

  describe('that somebody sends', () => {
    const aBatch = (others: object = {}): object => ({
      source: '0d8e7a52-1111-4222-8333-444455556666',
      sequence: 1,
      counts: [
        {
          ...{ namespaceKey: 'default', flagKey: 'sent', value: 'true', evaluations: 2 },
          minute: `${new Date().toISOString().slice(0, 16)}:00Z`,
          ...others,
        },
      ],
    });

    test('are taken once, and over neither door from somebody unknown', async () => {
      const batch = aBatch();
      const answers = [jsonOf(await send(batch, token)), jsonOf(await send(batch, token))];
      expect(answers).toEqual([{ alreadyAdded: false }, { alreadyAdded: true }]);
      const grpc = new GrpcClient(writer.grpcAddress);
      const refusal = await grpc.call(pennonAnalytics.CountService.method.addCounts, {});
      expect(refusal).toMatchObject({ code: 16 });
      grpc.close();
    });

    test.each([
      [
        { minute: '2020-01-01T00:00:00Z' },
        'counts[0].minute: must be no longer ago than analytics.retention',
      ],
      [{ minute: '2020-01-01T00:00:00.5Z' }, 'counts[0].minute: must be the beginning of a minute'],
      [{ flagKey: '' }, 'counts[0].flagKey: must not be empty'],
      [{ evaluations: -4 }, 'counts[0].evaluations: must be at least 1'],
    ])('with %j are refused, by the name of the field', async (others, reason) => {
      const answer = await send(aBatch(others), token);
      expect([answer.status, jsonOf(answer)]).toEqual([
        400,
        { code: 3, message: `invalid field ${reason}`, details: errorDetailsOf(methodOf(answer.asked)) },
      ]);
    });

    test('in no JSON are refused', async () => {
      expect((await writerApi(token).send({ path: countsPath, body: '{"counts":' })).status).toBe(400);
    });

    test('are for nobody but who may do everything, or count', async () => {
      const viewer = await issue({ 'io.service.auth.role': 'viewer' });
      const bound = await issue({ 'io.service.auth.role': 'counter' }, { namespaceKey: 'default' });
      const statuses = [];
      for (const shown of [undefined, viewer, bound, token, BOOTSTRAP_TOKEN])
        statuses.push((await send(aBatch(), shown)).status);
      expect(statuses).toEqual([401, 403, 401, 200, 200]);
      const refusal = jsonOf(await send(aBatch(), viewer));
      expect(refusal).toMatchObject({
        message: 'permission denied: role "viewer" may not create evaluation counts',
      });
      expect((await writerApi(token).send({ path: '/api/v1/namespaces' })).status).toBe(403);
    });
  });
});
