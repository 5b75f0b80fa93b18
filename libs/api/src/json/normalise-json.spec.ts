import { create, type DescMessage } from '@bufbuild/protobuf';
import { InvalidArgumentError } from '@pennon/domain';
import {
  EvaluationRequestSchema,
  BatchEvaluationRequestSchema,
  ComparisonType,
  CreateConstraintRequestSchema,
  CreateDistributionRequestSchema,
  CreateFlagRequestSchema,
  CreateRolloutRequestSchema,
  CreateRuleRequestSchema,
  FlagType,
  SegmentOperator,
  UpdateFlagRequestSchema,
} from '@pennon/proto';
import { messageFromJson } from './message-json';
import { parseJson } from './parse-json';

const MAX_DEPTH = 5;

const wrongType = 'invalid values for key(s) in json body';

function read(type: DescMessage, text: string): unknown {
  return messageFromJson(type, parseJson(text), MAX_DEPTH);
}

function expectRefused(type: DescMessage, text: string, message: string): void {
  expect(() => read(type, text)).toThrow(new InvalidArgumentError(message));
}

describe('a member', () => {
  it('is found by its camelCase and by its snake_case name', () => {
    const message = create(CreateRuleRequestSchema, { flagKey: 'f', segmentKeys: ['s'] });
    expect(read(CreateRuleRequestSchema, '{"flagKey":"f","segmentKeys":["s"]}')).toEqual(message);
    expect(read(CreateRuleRequestSchema, '{"flag_key":"f","segment_keys":["s"]}')).toEqual(message);
  });

  it.each(['{"flagKey":"camel","flag_key":"snake"}', '{"flag_key":"snake","flagKey":"camel"}'])(
    'given in both spellings is the camelCase one: %s',
    (text) => {
      expect(read(CreateRuleRequestSchema, text)).toMatchObject({ flagKey: 'camel' });
    },
  );

  it('given in both spellings is absent when the camelCase one is null', () => {
    expect(read(CreateRuleRequestSchema, '{"flagKey":null,"flag_key":"snake"}')).toMatchObject({
      flagKey: '',
    });
  });

  it('has a name in which case counts', () => {
    expect(read(CreateRuleRequestSchema, '{"FlagKey":"f","FLAG_KEY":"f"}')).toMatchObject({ flagKey: '' });
  });

  it('that is unknown is ignored at every level', () => {
    const text = '{"x":1,"segment":{"segmentKey":"s","x":{}},"toString":5}';
    expect(read(CreateRolloutRequestSchema, text)).toMatchObject({
      rule: { case: 'segment', value: { segmentKey: 's' } },
    });
  });

  it('of which there are two is the last one', () => {
    expect(read(CreateRuleRequestSchema, '{"rank":1,"rank":2}')).toMatchObject({ rank: 2 });
  });
});

describe('null', () => {
  it.each([
    [CreateFlagRequestSchema, '{"key":null,"enabled":null,"type":null,"metadata":null}'],
    [CreateRuleRequestSchema, '{"rank":null,"segmentKeys":null,"segmentOperator":null}'],
    [CreateDistributionRequestSchema, '{"rollout":null}'],
    [EvaluationRequestSchema, '{"context":null}'],
    [CreateRolloutRequestSchema, '{"segment":null,"threshold":null}'],
    [BatchEvaluationRequestSchema, '{"requests":null}'],
  ] as const)('is the same as absent, for every kind of member: %#', (type, text) => {
    expect(read(type, text)).toEqual(create(type));
  });

  it('in a list of strings is the empty string', () => {
    expect(read(CreateRuleRequestSchema, '{"segmentKeys":["a",null]}')).toMatchObject({
      segmentKeys: ['a', ''],
    });
  });

  it('in a list of messages is the empty message', () => {
    expect(read(BatchEvaluationRequestSchema, '{"requests":[null]}')).toMatchObject({
      requests: [{ flagKey: '' }],
    });
  });

  it('as a value of a map is the empty string', () => {
    expect(read(EvaluationRequestSchema, '{"context":{"a":null,"b":"x"}}')).toMatchObject({
      context: { a: '', b: 'x' },
    });
  });

  it('within metadata is kept', () => {
    expect(read(CreateFlagRequestSchema, '{"metadata":{"a":null,"b":[null]}}')).toMatchObject({
      metadata: { a: null, b: [null] },
    });
  });
});

describe('an enum', () => {
  it.each([
    ['"BOOLEAN_FLAG_TYPE"', FlagType.BOOLEAN_FLAG_TYPE],
    ['"VARIANT_FLAG_TYPE"', FlagType.VARIANT_FLAG_TYPE],
    ['1', FlagType.BOOLEAN_FLAG_TYPE],
    ['0', FlagType.VARIANT_FLAG_TYPE],
    ['7', 7],
    ['-2147483648', -2147483648],
  ])('is %s', (value, type) => {
    expect(read(CreateFlagRequestSchema, `{"type":${value}}`)).toMatchObject({ type });
  });

  it.each([
    [CreateFlagRequestSchema, 'type', 'BAD', String.raw`unknown value "\"BAD\"" for enum flipt.FlagType`],
    [CreateFlagRequestSchema, 'type', '1', String.raw`unknown value "\"1\"" for enum flipt.FlagType`],
    [CreateFlagRequestSchema, 'type', '', String.raw`unknown value "\"\"" for enum flipt.FlagType`],
    [
      CreateFlagRequestSchema,
      'type',
      'boolean_flag_type',
      String.raw`unknown value "\"boolean_flag_type\"" for enum flipt.FlagType`,
    ],
    [
      CreateConstraintRequestSchema,
      'type',
      'STRING',
      String.raw`unknown value "\"STRING\"" for enum flipt.ComparisonType`,
    ],
  ] as const)('of %p is not the %s %j', (type, member, name, message) => {
    expectRefused(type, JSON.stringify({ [member]: name }), message);
  });

  it.each(['true', '[]', '{}', '1.5', '2147483648'])('is not %s', (value) => {
    expectRefused(CreateFlagRequestSchema, `{"type":${value}}`, wrongType);
  });

  it('within a message is found as well', () => {
    const text = '{"segment":{"segmentOperator":"AND_SEGMENT_OPERATOR"}}';
    expect(read(CreateRolloutRequestSchema, text)).toMatchObject({
      rule: { value: { segmentOperator: SegmentOperator.AND_SEGMENT_OPERATOR } },
    });
    expect(read(CreateConstraintRequestSchema, '{"type":5}')).toMatchObject({
      type: ComparisonType.ENTITY_ID_COMPARISON_TYPE,
    });
  });
});

describe('of two members that exclude each other', () => {
  const segment = '{"segmentKey":"s","value":true}';
  const threshold = '{"percentage":50,"value":true}';

  it.each([
    ['the threshold wins', `{"threshold":${threshold},"segment":${segment}}`, 'threshold'],
    ['the threshold wins in any order', `{"segment":${segment},"threshold":${threshold}}`, 'threshold'],
    ['an empty one is set too', `{"segment":${segment},"threshold":{}}`, 'threshold'],
    ['null sets none', `{"segment":${segment},"threshold":null}`, 'segment'],
    ['only one need be there', `{"threshold":${threshold}}`, 'threshold'],
    ['none need be there', '{}', undefined],
  ])('%s', (_, text, rule) => {
    expect(read(CreateRolloutRequestSchema, text)).toMatchObject({ rule: { case: rule } });
  });

  it('an empty one has zero values', () => {
    expect(read(CreateRolloutRequestSchema, '{"threshold":{}}')).toMatchObject({
      rule: { value: { percentage: 0, value: false } },
    });
  });
});

describe('metadata', () => {
  it('is any JSON object', () => {
    const metadata = { team: 'web', prio: 3, on: true, nested: { list: [1, 'a', null] } };
    expect(read(UpdateFlagRequestSchema, JSON.stringify({ metadata }))).toMatchObject({ metadata });
  });

  it('has replacement characters for what is no Unicode, wherever it is', () => {
    const body = String.raw`{"metadata":{"a\ud800":"\udc00b","n":{"list":["\ud83d"],"\ud83d\ude00":"\ud83d\ude00"}}}`;
    expect(read(UpdateFlagRequestSchema, body)).toMatchObject({
      metadata: { 'a\ufffd': '\ufffdb', n: { list: ['\ufffd'], '😀': '😀' } },
    });
  });

  it('that is empty is there all the same', () => {
    expect(read(UpdateFlagRequestSchema, '{"metadata":{}}')).toMatchObject({ metadata: {} });
    expect(read(UpdateFlagRequestSchema, '{}')).not.toHaveProperty('metadata');
  });

  it.each([
    ['[]', 'array'],
    ['"x"', 'string'],
    ['5', 'number'],
    ['true', 'bool'],
  ])('is not %s', (value, kind) => {
    expectRefused(
      CreateFlagRequestSchema,
      `{"metadata":${value}}`,
      `bad StructValue: json: cannot unmarshal ${kind} into Go value of type map[string]json.RawMessage`,
    );
  });

  function nested(depth: number): string {
    return `{"metadata":${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}}`;
  }

  it('may be as deep as the bound', () => {
    expect(() => read(CreateFlagRequestSchema, nested(MAX_DEPTH))).not.toThrow();
  });

  it.each([MAX_DEPTH + 2, 100_000])('must not be deeper, which %d levels are', (depth) => {
    expectRefused(CreateFlagRequestSchema, nested(depth), 'the JSON body is nested deeper than 5 levels');
  });
});
