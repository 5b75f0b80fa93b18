import { status } from '@grpc/grpc-js';
import { HttpCollector } from '../../support/collector/collector';
import { type ReceivedSpan } from '../../support/collector/trace-service';
import {
  newCaller,
  useCollector,
  type Caller,
  type TracedServer,
} from '../../support/collector/use-collector';
import { eventually } from '../../support/eventually';
import { addFlag, addTargetedFlag } from '../../support/flags';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';

/** Posts JSON as part of the caller's trace. */
async function post(
  { server }: TracedServer,
  { traceparent }: Caller,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const request = jsonRequest('POST', path, body);
  return server.send({ ...request, headers: { ...request.headers, ...headers, traceparent } });
}

/** The span of the request and that of the RPC in it. */
async function pairOf(
  traced: TracedServer,
  { traceId }: Caller,
): Promise<{ request: ReceivedSpan | undefined; rpc: ReceivedSpan | undefined }> {
  const spans = await traced.collector.spansOf(traceId, 2);
  expect(spans).toHaveLength(2);
  return {
    request: spans.find(({ kind }) => kind === 'server'),
    rpc: spans.find(({ kind }) => kind === 'internal'),
  };
}

describe('over HTTP', () => {
  const traced = useCollector(async () => HttpCollector.start(), {
    PENNON_TRACING_OTLP_HEADERS_AUTHORIZATION: 'Bearer of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_SERVICE_NAME: 'flags-of-the-shop',
  });

  beforeAll(async () => {
    await addFlag(traced.server, { key: 'lamp', type: 'BOOLEAN_FLAG_TYPE' });
    await addTargetedFlag(traced.server, {
      flagKey: 'theme',
      variantKey: 'dark',
      property: 'city',
      value: 'ulm',
    });
  });

  test('an evaluation is a span of the request below that of its caller, and one of the RPC below it', async () => {
    const caller = newCaller();
    await post(traced, caller, '/evaluate/v1/variant', {
      ...{ flagKey: 'theme', entityId: 'me', context: { city: 'ulm' } },
    });
    const { request, rpc } = await pairOf(traced, caller);
    expect(request).toMatchObject({
      name: 'POST /evaluate/v1/variant',
      parentSpanId: caller.spanId,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/evaluate/v1/variant',
        'http.response.status_code': 200,
        'url.scheme': 'http',
      },
    });
    expect(rpc).toMatchObject({
      name: 'flipt.evaluation.EvaluationService/Variant',
      parentSpanId: request?.spanId,
    });
    expect(rpc?.attributes).toEqual({
      'rpc.method': 'flipt.evaluation.EvaluationService/Variant',
      'rpc.response.status_code': 'OK',
      'feature_flag.key': 'theme',
      'feature_flag.set.id': 'default',
      'feature_flag.provider.name': 'Pennon',
      'feature_flag.result.variant': 'dark',
      'feature_flag.result.reason': 'targeting_match',
    });
  });

  test.each([
    ['/evaluate/v1/boolean', { flagKey: 'lamp', entityId: 'me' }, 'true', 'default'],
    [
      '/api/v1/evaluate',
      { flagKey: 'theme', entityId: 'me', context: { city: 'ulm' } },
      'dark',
      'targeting_match',
    ],
    ['/evaluate/v1/variant', { flagKey: 'theme', entityId: 'me' }, undefined, 'unknown'],
    ['/evaluate/v1/boolean', { flagKey: 'none', entityId: 'me' }, undefined, 'error'],
    ['/ofrep/v1/evaluate/flags/lamp', { context: { targetingKey: 'me' } }, 'true', 'default'],
  ])('%s of %j tells the outcome', async (path, question, variant, reason) => {
    const caller = newCaller();
    await post(traced, caller, path, question);
    const { rpc } = await pairOf(traced, caller);
    expect([
      rpc?.attributes['feature_flag.result.variant'],
      rpc?.attributes['feature_flag.result.reason'],
      rpc?.attributes['error.type'],
    ]).toEqual([variant, reason, reason === 'error' ? 'flag_not_found' : undefined]);
  });

  test.each(['new-lamp', 'lamp'])('a write of %s tells its method and how it ended', async (key) => {
    const caller = newCaller();
    const flag = { key, name: key, type: 'BOOLEAN_FLAG_TYPE' };
    const answer = await post(traced, caller, '/api/v1/namespaces/default/flags', flag);
    const { request, rpc } = await pairOf(traced, caller);
    expect(request).toMatchObject({
      name: 'POST /api/v1/namespaces/{namespaceKey}/flags',
      attributes: { 'http.response.status_code': answer.status },
    });
    const { code = 0 } = jsonOf(answer) as { code?: number };
    expect(rpc).toMatchObject({
      name: 'flipt.Flipt/CreateFlag',
      attributes: { 'rpc.response.status_code': status[code] },
    });
    expect(code === 0).toBe(key === 'new-lamp');
  });

  test.each([
    ['PATCH', '/evaluate/v1/boolean', 501],
    ['DELETE', '/ofrep/v1/evaluate/flags/lamp', 501],
    ['PATCH', '/api/v1/namespaces/default/flags', 405],
  ])('a wrong method is no error of the server: %s %s', async (verb, path, status) => {
    const caller = newCaller();
    const answer = await traced.server.send({ verb, path, headers: { traceparent: caller.traceparent } });
    expect(answer.status).toBe(status);
    const [request] = await traced.collector.spansOf(caller.traceId, 1);
    expect(request).toMatchObject({ isError: false, attributes: { 'http.response.status_code': status } });
    expect(request?.attributes).not.toHaveProperty('error.type');
  });

  test('neither contexts nor credentials nor entities are on spans', async () => {
    const caller = newCaller();
    const question = {
      flagKey: 'theme',
      entityId: 'hush-entity',
      context: { city: 'hush-city' },
      requestId: 'hush-id',
    };
    const headers = { Authorization: 'Bearer hush-token', Cookie: 'service_client_token=hush-cookie' };
    await post(traced, caller, '/evaluate/v1/variant?code=hush-query', question, headers);
    await post(
      traced,
      caller,
      '/ofrep/v1/evaluate/flags/theme',
      { context: { targetingKey: 'hush-key' } },
      headers,
    );
    const spans = await traced.collector.spansOf(caller.traceId, 4);
    expect(JSON.stringify(spans)).not.toContain('hush');
  });

  test('a caller that does not record its trace has none recorded here', async () => {
    const [silent, heard] = [newCaller({ isSampled: false }), newCaller()];
    for (const caller of [silent, heard]) {
      await post(traced, caller, '/evaluate/v1/boolean', { flagKey: 'lamp', entityId: 'me' });
    }
    await traced.collector.spansOf(heard.traceId, 2);
    expect(traced.collector.spans.filter(({ traceId }) => traceId === silent.traceId)).toEqual([]);
  });

  test('spans say whose they are, and go with the headers of the settings', async () => {
    const caller = newCaller();
    await post(traced, caller, '/evaluate/v1/boolean', { flagKey: 'lamp', entityId: 'me' });
    const [span] = await traced.collector.spansOf(caller.traceId, 2);
    expect(span?.resource).toMatchObject({
      'service.name': 'flags-of-the-shop',
      'service.version': expect.any(String),
      'deployment.environment.name': 'test',
      'process.pid': expect.any(Number),
    });
    expect(traced.collector.headers).toMatchObject({ authorization: 'Bearer of-the-collector' });
  });

  test('the access line names trace and span', async () => {
    const caller = newCaller();
    await post(traced, caller, '/api/v1/namespaces/default/flags', { key: 'line', name: 'line' });
    const { request } = await pairOf(traced, caller);
    const line = await eventually(async () => {
      const found = traced.server.logged().find((text) => text.includes(caller.traceId));
      if (found === undefined) throw new Error('the line is not here yet');
      return Promise.resolve(found);
    });
    expect(line.match(/trace_id/g)).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({
      M: 'request answered',
      trace_id: caller.traceId,
      span_id: request?.spanId,
    });
  });

  test('probes are not traced, and what is no API has a span without a route', async () => {
    const caller = newCaller();
    for (const path of ['/health', '/metrics', '/nothing-here']) {
      await traced.server.send({ path, headers: { traceparent: caller.traceparent } });
    }
    const [span] = await traced.collector.spansOf(caller.traceId, 1);
    expect(span?.name).toBe('GET');
    expect(span?.attributes).not.toHaveProperty('http.route');
    expect(traced.collector.spans.filter(({ traceId }) => traceId === caller.traceId)).toHaveLength(1);
  });
});
