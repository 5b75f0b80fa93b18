import { IndependentClient } from '../../support/grpc-independent-client';
import { useServer } from '../../support/use-server';

const server = useServer();
let flipt: IndependentClient;
let evaluation: IndependentClient;
let meta: IndependentClient;

beforeAll(() => {
  flipt = new IndependentClient(server.grpcAddress, 'flipt/flipt.proto', 'flipt.Flipt');
  evaluation = new IndependentClient(
    server.grpcAddress,
    'flipt/evaluation.proto',
    'flipt.evaluation.EvaluationService',
  );
  meta = new IndependentClient(server.grpcAddress, 'flipt/meta.proto', 'flipt.meta.MetadataService');
});

afterAll(() => {
  for (const client of [flipt, evaluation, meta]) client.close();
});

const time = { seconds: expect.any(Number), nanos: expect.any(Number) };
const times = { created_at: time, updated_at: time };

/** Metadata as the library shows a Struct: every kind of value, nested. */
const metadata = {
  fields: {
    text: { kind: 'stringValue', stringValue: 'é' },
    number: { kind: 'numberValue', numberValue: -1.5 },
    truth: { kind: 'boolValue', boolValue: true },
    nothing: { kind: 'nullValue', nullValue: 'NULL_VALUE' },
    list: {
      kind: 'listValue',
      listValue: { values: [{ kind: 'structValue', structValue: { fields: {} } }] },
    },
  },
};

describe('what one library writes, another one reads', () => {
  beforeAll(async () => {
    const namespace = { key: 'shop', name: 'Shop', description: 'All of it' };
    expect(await flipt.ask('CreateNamespace', namespace)).toEqual({
      ...namespace,
      protected: false,
      ...times,
    });
  });

  test('a flag with metadata', async () => {
    const flag = { key: 'colour', name: 'Colour', description: 'Of the button', enabled: true, metadata };
    const answer = {
      ...flag,
      namespace_key: 'shop',
      type: 'VARIANT_FLAG_TYPE',
      variants: [],
      // Ours, and absent.
      off: null,
      ...times,
      _metadata: 'metadata',
    };
    const key = { namespace_key: 'shop', key: 'colour' };
    expect(await flipt.ask('CreateFlag', { ...flag, namespace_key: 'shop' })).toEqual(answer);
    expect(await flipt.ask('GetFlag', key)).toEqual(answer);
    expect(await flipt.ask('ListFlags', { namespace_key: 'shop', limit: 1 })).toEqual({
      flags: [answer],
      next_page_token: '',
      total_count: 1,
    });
  });

  test('everything that targets, and what it decides', async () => {
    const place = { namespace_key: 'shop' };
    const flag = { ...place, flag_key: 'colour' };
    const variant = {
      ...flag,
      key: 'red',
      name: 'Red',
      description: 'Like this',
      attachment: '{"hex":"#f00"}',
    };
    const segment = {
      ...place,
      key: 'dutch',
      name: 'Dutch',
      description: 'People',
      match_type: 'ANY_MATCH_TYPE',
    };
    const constraint = {
      ...place,
      segment_key: 'dutch',
      type: 'STRING_COMPARISON_TYPE',
      property: 'country',
      operator: 'eq',
      value: 'nl',
      description: 'Where they live',
    };
    const rule = { ...flag, segment_keys: ['dutch'], segment_operator: 'AND_SEGMENT_OPERATOR', rank: 1 };
    const { id: variantId } = await create('CreateVariant', variant, { ...variant, ...times });
    await create('CreateSegment', segment, { ...segment, constraints: [], ...times }, false);
    await create('CreateConstraint', constraint, { ...constraint, ...times });
    const { id: ruleId } = await create('CreateRule', rule, {
      ...rule,
      // With one segment, both fields and OR.
      segment_key: 'dutch',
      segment_keys: [],
      segment_operator: 'OR_SEGMENT_OPERATOR',
      distributions: [],
      ...times,
    });
    const share = { rule_id: ruleId, variant_id: variantId, rollout: 100 };
    await create('CreateDistribution', { ...flag, ...share }, { ...share, ...times });

    const question = { ...flag, request_id: 'r', entity_id: 'e', context: { country: 'nl' } };
    const decided = { request_id: 'r', request_duration_millis: expect.any(Number), timestamp: time };
    const variantAnswer = {
      ...decided,
      match: true,
      segment_keys: ['dutch'],
      reason: 'MATCH_EVALUATION_REASON',
      variant_key: 'red',
      variant_attachment: '{"hex":"#f00"}',
      flag_key: 'colour',
    };
    expect(await evaluation.ask('Variant', question)).toEqual(variantAnswer);
    expect(await flipt.ask('Evaluate', question)).toEqual({
      ...decided,
      entity_id: 'e',
      request_context: { country: 'nl' },
      match: true,
      flag_key: 'colour',
      segment_key: 'dutch',
      segment_keys: ['dutch'],
      value: 'red',
      attachment: '{"hex":"#f00"}',
      reason: 'MATCH_EVALUATION_REASON',
      namespace_key: 'shop',
    });
    const missing = { flag_key: 'gone', namespace_key: 'shop', entity_id: 'e' };
    const batch = { request_id: 'b', requests: [question, missing] };
    expect(await evaluation.ask('Batch', batch)).toEqual({
      request_id: 'b',
      responses: [
        {
          type: 'VARIANT_EVALUATION_RESPONSE_TYPE',
          response: 'variant_response',
          variant_response: { ...variantAnswer, request_id: expect.any(String) },
        },
        {
          type: 'ERROR_EVALUATION_RESPONSE_TYPE',
          response: 'error_response',
          error_response: {
            flag_key: 'gone',
            namespace_key: 'shop',
            reason: 'NOT_FOUND_ERROR_EVALUATION_REASON',
          },
        },
      ],
      request_duration_millis: expect.any(Number),
    });
  });

  test('a boolean flag with a threshold', async () => {
    const flag = { namespace_key: 'shop', flag_key: 'beta' };
    await flipt.ask('CreateFlag', {
      ...{ namespace_key: 'shop', key: 'beta', name: 'Beta' },
      type: 'BOOLEAN_FLAG_TYPE',
    });
    const rollout = { ...flag, rank: 1, description: 'All', threshold: { percentage: 100, value: true } };
    await create('CreateRollout', rollout, {
      ...rollout,
      type: 'THRESHOLD_ROLLOUT_TYPE',
      rule: 'threshold',
      ...times,
    });
    const question = { ...flag, request_id: 'r', entity_id: 'e' };
    expect(await evaluation.ask('Boolean', question)).toEqual({
      enabled: true,
      reason: 'MATCH_EVALUATION_REASON',
      request_id: 'r',
      request_duration_millis: expect.any(Number),
      timestamp: time,
      flag_key: 'beta',
      segment_keys: [],
    });
  });

  test('a document that is no message', async () => {
    const { content_type, data } = (await meta.ask('GetInfo', {})) as {
      readonly content_type: string;
      readonly data: Buffer;
    };
    expect(content_type).toBe('application/json');
    expect(JSON.parse(data.toString())).toMatchObject({ version: '0.1.0' });
  });
});

/** Creates a thing, compares the answer, and returns it. */
async function create(
  method: string,
  request: object,
  answer: object,
  hasId = true,
): Promise<{ readonly id: string }> {
  const created = await flipt.ask(method, request);
  expect(created).toEqual({ ...answer, ...(hasId && { id: expect.any(String) }) });
  return created as { readonly id: string };
}
