import { create } from '@bufbuild/protobuf';
import { fliptEvaluation } from '@pennon/proto';
import { eventually } from '../../support/eventually';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { jsonRequest, type Api } from '../../support/http';
import { onServer } from '../../support/on-server';
import { metricsOf, MetricsPage } from '../../support/metrics';
import { useServer } from '../../support/use-server';
import { useTiers } from '../../support/use-tiers';

const REQUESTS = 'flipt_evaluations_requests_total';
const RESULTS = 'flipt_evaluations_results_total';
const HANDLED = 'grpc_server_handled_total';

async function evaluate(api: Api, type: 'boolean' | 'variant', question: object): Promise<number> {
  const { status } = await api.send(
    jsonRequest('POST', `/evaluate/v1/${type}`, { entityId: 'me', ...question }),
  );
  return status;
}

onServer((server) => {
  test('evaluations are counted by their namespace, whichever way it was written', async () => {
    await addFlag(server, { key: 'lamp', type: 'BOOLEAN_FLAG_TYPE' });
    await evaluate(server, 'boolean', { flagKey: 'lamp' });
    await evaluate(server, 'boolean', { flagKey: 'lamp' });
    await evaluate(server, 'boolean', { flagKey: 'lamp', namespaceKey: 'default' });
    const page = await metricsOf(server);
    expect(
      page.find(REQUESTS, { flag: 'lamp' }).map(({ labels, value }) => [labels.namespace, value]),
    ).toEqual([['default', 3]]);
    expect(page.find(RESULTS, { flag: 'lamp', namespace: 'default' })).toEqual([
      {
        name: RESULTS,
        labels: {
          namespace: 'default',
          flag: 'lamp',
          type: 'boolean',
          reason: 'DEFAULT_EVALUATION_REASON',
          value: 'true',
        },
        value: 3,
      },
    ]);
  });

  test('an answer of a variant flag tells variant and segment', async () => {
    await addTargetedFlag(server, { flagKey: 'theme', variantKey: 'dark', property: 'city', value: 'ulm' });
    await evaluate(server, 'variant', { flagKey: 'theme', context: { city: 'ulm' } });
    await evaluate(server, 'variant', { flagKey: 'theme' });
    const page = await metricsOf(server);
    const labels = { namespace: 'default', flag: 'theme', type: 'variant' };
    expect(page.find(RESULTS, { flag: 'theme' })).toEqual([
      {
        name: RESULTS,
        labels: {
          ...labels,
          reason: 'MATCH_EVALUATION_REASON',
          match: 'true',
          segment: 'theme',
          value: 'dark',
        },
        value: 1,
      },
      {
        name: RESULTS,
        labels: { ...labels, reason: 'UNKNOWN_EVALUATION_REASON', match: 'false', segment: '', value: '' },
        value: 1,
      },
    ]);
  });

  test('every member of a batch and of a bulk is counted, whichever door asks', async () => {
    await addFlag(server, { key: 'many', type: 'BOOLEAN_FLAG_TYPE' });
    const item = { flagKey: 'many', entityId: 'me', namespaceKey: 'default' };
    await server.send(jsonRequest('POST', '/evaluate/v1/batch', { requests: [item, item, item] }));
    await server.send(
      jsonRequest('POST', '/ofrep/v1/evaluate/flags/many', { context: { targetingKey: 'me' } }),
    );
    await server.send(
      jsonRequest('POST', '/ofrep/v1/evaluate/flags', {
        context: { targetingKey: 'me', flags: 'many,many' },
      }),
    );
    const client = new GrpcClient(server.grpcAddress);
    await client.call(
      fliptEvaluation.EvaluationService.method.boolean,
      create(fliptEvaluation.EvaluationRequestSchema, item),
    );
    client.close();
    const page = await metricsOf(server);
    expect(page.sum(REQUESTS, { flag: 'many', namespace: 'default' })).toBe(7);
    expect(page.sum(RESULTS, { flag: 'many' })).toBe(7);
  });

  test('legacy evaluation is counted like any other', async () => {
    await addFlag(server, { key: 'old' });
    const item = { flagKey: 'old', entityId: 'me' };
    await server.send(jsonRequest('POST', '/api/v1/namespaces/default/evaluate', item));
    await server.send(
      jsonRequest('POST', '/api/v1/namespaces/default/batch-evaluate', { requests: [item, item] }),
    );
    const page = await metricsOf(server);
    expect(page.sum(REQUESTS, { flag: 'old', namespace: 'default' })).toBe(3);
  });

  test('a call for a missing flag, or one of the other type, is an error and no evaluation', async () => {
    await addFlag(server, { key: 'other-type' });
    const before = await metricsOf(server);
    expect(await evaluate(server, 'boolean', { flagKey: 'missing' })).toBe(404);
    expect(await evaluate(server, 'boolean', { flagKey: 'other-type' })).toBe(400);
    const after = await metricsOf(server);
    expect(after.sum('flipt_server_errors_total') - before.sum('flipt_server_errors_total')).toBe(2);
    expect(after.find(REQUESTS, { flag: 'missing' })).toEqual([]);
    expect(after.find(REQUESTS, { flag: 'other-type' })).toEqual([]);
  });

  test('calls over HTTP and gRPC begin once and end once, by gRPC code', async () => {
    const method = { grpc_service: 'flipt.Flipt', grpc_method: 'GetFlag', grpc_type: 'unary' };
    const before = await metricsOf(server);
    await addFlag(server, { key: 'counted' });
    await server.send({ path: '/api/v1/namespaces/default/flags/counted' });
    await server.send({ path: '/api/v1/namespaces/default/flags/nowhere' });
    const after = await metricsOf(server);
    const grown = (name: string, labels: object = {}): number =>
      after.sum(name, { ...method, ...labels }) - before.sum(name, { ...method, ...labels });
    expect(grown('grpc_server_started_total')).toBe(2);
    expect(grown(HANDLED, { grpc_code: 'OK' })).toBe(1);
    expect(grown(HANDLED, { grpc_code: 'NotFound' })).toBe(1);
    expect(grown('grpc_server_msg_received_total')).toBe(2);
    expect(grown('grpc_server_msg_sent_total')).toBe(1);
    expect(grown('grpc_server_handling_seconds_count')).toBe(2);
  });

  test('an RPC is there before its first call, and a code of it with the first call that ends with it', async () => {
    const method = { grpc_service: 'flipt.Flipt', grpc_method: 'UpdateVariant' };
    const codes = async (): Promise<readonly (readonly [string | undefined, number])[]> =>
      (await metricsOf(server)).find(HANDLED, method).map(({ labels, value }) => [labels.grpc_code, value]);
    expect(await codes()).toEqual([['OK', 0]]);
    const path = '/api/v1/namespaces/default/flags/nowhere/variants/none';
    expect((await server.send(jsonRequest('PUT', path, { key: 'none' }))).status).toBe(404);
    expect(await codes()).toEqual([
      ['OK', 0],
      ['NotFound', 1],
    ]);
  });

  test('nothing that a caller makes up, and no secret, is shown', async () => {
    await addFlag(server, { key: 'public', type: 'BOOLEAN_FLAG_TYPE' });
    await server.send({
      ...jsonRequest('POST', '/evaluate/v1/boolean?q=hush-query', {
        flagKey: 'public',
        entityId: 'hush-entity',
        requestId: 'hush-request',
        context: { 'hush-name': 'hush-value' },
      }),
      headers: { Authorization: 'Bearer hush-token', 'X-Request-Id': 'hush-id', 'User-Agent': 'hush-agent' },
    });
    await evaluate(server, 'boolean', { flagKey: 'hush-flag', namespaceKey: 'hush-namespace' });
    await server.send({ path: '/hush-path' });
    const { text } = await metricsOf(server);
    expect(text).toContain('flag="public"');
    expect(text).not.toMatch(/hush|file:|pennon\.db/);
  });
});

describe('the form of the text', () => {
  const server = useServer();
  const prometheus = 'text/plain; version=0.0.4; charset=utf-8';
  const openMetrics = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

  test.each([
    [undefined, prometheus],
    ['*/*', prometheus],
    ['text/plain', prometheus],
    ['application/json', prometheus],
    ['application/openmetrics-text', openMetrics],
    [
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1',
      openMetrics,
    ],
    ['application/openmetrics-text;version=1.0.0;q=0.1,text/plain;version=0.0.4;q=0.2', prometheus],
    ['application/openmetrics-text;version=7.0.0', prometheus],
  ])('for %s is %s', async (accept, type) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const { status, headers: answered, body } = await server.send({ path: '/metrics', headers });
    expect(status).toBe(200);
    expect(answered['content-type']).toBe(type);
    expect(answered['cache-control']).toBe('no-store');
    expect(body.toString().endsWith('\n# EOF\n')).toBe(type === openMetrics);
  });

  test('calls a counter by its name without the ending in OpenMetrics, and in no other', async () => {
    const headers = { Accept: 'application/openmetrics-text' };
    const open = new MetricsPage((await server.send({ path: '/metrics', headers })).body.toString());
    expect(open.types.get('flipt_server_errors')).toBe('counter');
    expect(open.find('flipt_server_errors_total')).toHaveLength(1);
    const plain = await metricsOf(server);
    expect(plain.types.get('flipt_server_errors_total')).toBe('counter');
    expect(plain.find('process_cpu_seconds_total')).toHaveLength(1);
  });

  test('is answered to GET and HEAD alone, and logged by nobody', async () => {
    expect((await server.send({ verb: 'HEAD', path: '/metrics' })).status).toBe(200);
    expect((await server.send({ verb: 'POST', path: '/metrics', body: '' })).status).toBe(405);
    expect((await server.send({ path: '/metrics/' })).status).toBe(404);
    expect(server.logged().filter((line) => line.includes('"/metrics"') && line.includes('"GET"'))).toEqual(
      [],
    );
  });
});

describe('switched off', () => {
  const server = useServer({ PENNON_METRICS_ENABLED: 'false' });

  test('what tells of the process and of calls is there, and nothing else', async () => {
    await addFlag(server, { key: 'lamp', type: 'BOOLEAN_FLAG_TYPE' });
    expect(await evaluate(server, 'boolean', { flagKey: 'lamp' })).toBe(200);
    const page = await metricsOf(server);
    expect(page.sum(HANDLED, { grpc_method: 'Boolean', grpc_code: 'OK' })).toBe(1);
    const others = [...page.types.keys()].filter((name) => !/^(process|nodejs|grpc_server)_/.test(name));
    expect(others).toEqual([]);
  });
});

describe('the number of series is bounded', () => {
  const server = useServer({ PENNON_METRICS_MAX_FLAGS: '2', PENNON_METRICS_MAX_NAMESPACES: '1' });

  test('flags beyond the bound are counted together, and that is said once', async () => {
    for (const key of ['a', 'b', 'c', 'd']) {
      await addFlag(server, { key, type: 'BOOLEAN_FLAG_TYPE' });
      await evaluate(server, 'boolean', { flagKey: key });
      await evaluate(server, 'boolean', { flagKey: key });
    }
    const counts = (await metricsOf(server)).find(REQUESTS).map(({ labels, value }) => [labels, value]);
    expect(counts).toEqual([
      [{ namespace: 'default', flag: 'a' }, 2],
      [{ namespace: 'default', flag: 'b' }, 2],
      [{ namespace: '(other)', flag: '(other)' }, 4],
    ]);
    expect(server.logged('WARN').filter((line) => line.includes('more flags are evaluated'))).toHaveLength(1);
  });

  test('a flag that is deleted loses its series, and another one may have them', async () => {
    await server.send({ verb: 'DELETE', path: '/api/v1/namespaces/default/flags/a' });
    expect((await metricsOf(server)).find(REQUESTS, { flag: 'a' })).toEqual([]);
    await evaluate(server, 'boolean', { flagKey: 'c' });
    expect((await metricsOf(server)).sum(REQUESTS, { flag: 'c' })).toBe(1);
  });

  test('namespaces beyond the bound are shown together', async () => {
    await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'more', name: 'more' }));
    const namespaces = (await metricsOf(server)).find('pennon_snapshot_flags').map(({ labels }) => labels);
    expect(namespaces).toEqual([{ namespace: 'default' }, { namespace: '(other)' }]);
  });
});

describe('a reader', () => {
  const { writer, reader } = useTiers();

  test('has metrics of its own, which show the revision of the writer', async () => {
    await addFlag(writer, { key: 'lamp', type: 'BOOLEAN_FLAG_TYPE' });
    expect(await evaluate(reader, 'boolean', { flagKey: 'lamp' })).toBe(200);
    const [ofReader, ofWriter] = await Promise.all([metricsOf(reader), metricsOf(writer)]);
    expect(ofReader.sum(REQUESTS, { flag: 'lamp' })).toBe(1);
    expect(ofWriter.find(REQUESTS, { flag: 'lamp' })).toEqual([]);
    const revision = ofWriter.sum('pennon_snapshot_revision', { namespace: 'default' });
    expect(revision).toBeGreaterThan(0);
    await eventually(async () => {
      const { sum } = await metricsOf(reader).then((page) => ({ sum: page.sum('pennon_snapshot_revision') }));
      expect(sum).toBe(revision);
    });
    expect(ofReader.find('pennon_snapshot_age_seconds')).toHaveLength(1);
    expect(ofReader.sum('db_sql_connection_max_open', { driver: 'sqlite' })).toBe(1);
  });
});
