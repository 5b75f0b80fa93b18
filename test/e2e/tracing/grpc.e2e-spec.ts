import { create } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import { flipt, fliptEvaluation, grpcHealth } from '@pennon/proto';
import { GrpcCollector } from '../../support/collector/collector';
import { newCaller, useCollector } from '../../support/collector/use-collector';
import { addFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';

const traced = useCollector(async () => GrpcCollector.start(), {
  PENNON_TRACING_INCLUDE_ENTITY_IDS: 'true',
  PENNON_TRACING_SAMPLING_RATIO: '0',
  PENNON_TRACING_OTLP_HEADERS_AUTHORIZATION: 'Bearer of-the-collector',
});
let client: GrpcClient;

beforeAll(async () => {
  client = new GrpcClient(traced.server.grpcAddress);
  await addFlag(traced.server, { key: 'lamp', type: 'BOOLEAN_FLAG_TYPE' });
});

afterAll(() => {
  client.close();
});

const evaluation = fliptEvaluation.EvaluationService.method.boolean;

async function evaluate(metadata: Readonly<Record<string, string>>): Promise<unknown> {
  return client.call(evaluation, { flagKey: 'lamp', entityId: 'me', context: { a: 'hush' } }, { metadata });
}

test('an RPC is a span below that of its caller, with the entity where the settings want it', async () => {
  const caller = newCaller();
  await evaluate({ traceparent: caller.traceparent, authorization: 'Bearer hush' });
  const [span, ...others] = await traced.collector.spansOf(caller.traceId, 1);
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    name: 'flipt.evaluation.EvaluationService/Boolean',
    kind: 'server',
    schemaUrl: 'https://opentelemetry.io/schemas/1.45.0',
    parentSpanId: caller.spanId,
    attributes: {
      'rpc.system.name': 'grpc',
      'rpc.method': 'flipt.evaluation.EvaluationService/Boolean',
      'rpc.response.status_code': 'OK',
      'feature_flag.key': 'lamp',
      'feature_flag.result.variant': 'true',
      'feature_flag.result.reason': 'default',
      'feature_flag.context.id': 'me',
    },
  });
  expect(JSON.stringify(span)).not.toContain('hush');
  expect(traced.collector.headers).toMatchObject({ authorization: 'Bearer of-the-collector' });
});

test('a refused write tells the code', async () => {
  const caller = newCaller();
  const answer = await client.sendMessage(
    flipt.Flipt.method.createFlag,
    create(flipt.CreateFlagRequestSchema, { namespaceKey: 'none', key: 'x', name: 'x' }),
    { metadata: { traceparent: caller.traceparent } },
  );
  expect(answer.code).not.toBe(0);
  expect(await traced.collector.spansOf(caller.traceId, 1)).toMatchObject([
    {
      name: 'flipt.Flipt/CreateFlag',
      attributes: { 'rpc.response.status_code': status[answer.code] },
      isError: false,
    },
  ]);
});

test('with a ratio of 0 no trace begins here; health is in none at all', async () => {
  const caller = newCaller();
  const metadata = { traceparent: caller.traceparent };
  await evaluate({});
  await client.call(grpcHealth.Health.method.check, {}, { metadata });
  await evaluate(metadata);
  expect(await traced.collector.spansOf(caller.traceId, 1)).toHaveLength(1);
  expect(traced.collector.spans.filter(({ parentSpanId }) => parentSpanId === '')).toEqual([]);
});
