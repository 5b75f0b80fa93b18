import { create, fromJson } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  EvaluationResponseSchema,
  ConstraintSchema,
  DistributionSchema,
  FlagListSchema,
  FlagSchema,
  FlagType,
  RolloutSchema,
  RuleSchema,
  VariantSchema,
  timestampOf,
} from '@pennon/proto';
import { messageToJson } from './message-json';

describe('a message as JSON', () => {
  it('has zero values and empty lists, in the order of the proto, and leaves out what is unset', () => {
    expect(messageToJson(FlagSchema, create(FlagSchema), false)).toBe(
      '{"key":"","name":"","description":"","enabled":false,"variants":[],"namespaceKey":"",' +
        '"type":"VARIANT_FLAG_TYPE"}',
    );
  });

  it('of a page has its list, token and count also when all are empty', () => {
    expect(messageToJson(FlagListSchema, create(FlagListSchema), false)).toBe(
      '{"flags":[],"nextPageToken":"","totalCount":0}',
    );
  });

  it('has zero values within messages too, and nothing of the member that is not set', () => {
    const rollout = create(RolloutSchema, { rule: { case: 'threshold', value: {} } });
    const json: unknown = JSON.parse(messageToJson(RolloutSchema, rollout, false));
    expect(json).toMatchObject({ threshold: { percentage: 0, value: false } });
    expect(json).not.toHaveProperty('segment');
  });

  it('shows enums by name, and as a number where there is no name', () => {
    const named = create(FlagSchema, { type: FlagType.BOOLEAN_FLAG_TYPE });
    expect(messageToJson(FlagSchema, named, false)).toContain('"type":"BOOLEAN_FLAG_TYPE"');
    const unnamed = fromJson(FlagSchema, { type: 9 });
    expect(messageToJson(FlagSchema, unnamed, false)).toContain('"type":9}');
  });

  it.each([
    [33.33, '33.33'],
    [66.666664, '66.666664'],
    [100, '100'],
    [0.1, '0.1'],
    [1e-7, '1e-7'],
  ])('shows the percent %d as %s', (rollout, text) => {
    const distribution = create(DistributionSchema, { rollout });
    expect(messageToJson(DistributionSchema, distribution, false)).toContain(`"rollout":${text}}`);
  });

  it.each([
    [1_714_558_830_000_000, '2024-05-01T10:20:30Z'],
    [1_714_558_830_500_000, '2024-05-01T10:20:30.500Z'],
    [1_714_558_830_123_456, '2024-05-01T10:20:30.123456Z'],
    [1_714_558_830_000_001, '2024-05-01T10:20:30.000001Z'],
    [0, '1970-01-01T00:00:00Z'],
  ])('shows the moment %d with as few digits as are exact', (instant, text) => {
    const variant = create(VariantSchema, { createdAt: timestampOf(instant) });
    expect(messageToJson(VariantSchema, variant, false)).toContain(`"createdAt":"${text}"`);
  });

  it('shows a moment of milliseconds', () => {
    const variant = create(VariantSchema, {
      createdAt: timestampFromDate(new Date('2024-05-01T10:20:30.5Z')),
    });
    expect(messageToJson(VariantSchema, variant, false)).toContain('"createdAt":"2024-05-01T10:20:30.500Z"');
  });

  it('does not escape what only HTML would want escaped', () => {
    const constraint = create(ConstraintSchema, { value: '<a&b> ü' });
    expect(messageToJson(ConstraintSchema, constraint, false)).toContain('"value":"<a&b> ü"');
  });

  it('keeps an attachment a string, letter by letter', () => {
    const attachment = '{"n":1.0,"n":1e2}';
    const variant = create(VariantSchema, { attachment });
    expect(messageToJson(VariantSchema, variant, false)).toContain(JSON.stringify(attachment));
  });

  it('shows metadata as the object it is', () => {
    const metadata = { a: null, b: [1, 'x'], c: { d: 1e30 } };
    const flag = create(FlagSchema, { metadata });
    expect(messageToJson(FlagSchema, flag, false)).toContain(
      '"metadata":{"a":null,"b":[1,"x"],"c":{"d":1e+30}}',
    );
  });

  it('tells an unset message from an empty one', () => {
    const unset = create(FlagSchema);
    const empty = create(FlagSchema, { metadata: {}, defaultVariant: {} });
    expect(messageToJson(FlagSchema, unset, false)).not.toMatch(/metadata|defaultVariant/);
    expect(messageToJson(FlagSchema, empty, false)).toMatch(/"defaultVariant":\{"id":"".*"metadata":\{\}/);
  });
});

describe('a message as pretty JSON', () => {
  it('is indented by two and leaves out zero values and empty lists', () => {
    const rule = create(RuleSchema, { id: 'r', distributions: [{ id: 'd', rollout: 0 }] });
    expect(messageToJson(RuleSchema, rule, true)).toBe(
      '{\n  "id": "r",\n  "distributions": [\n    {\n      "id": "d"\n    }\n  ]\n}',
    );
  });

  it('is an empty object when all is zero', () => {
    expect(messageToJson(FlagSchema, create(FlagSchema), true)).toBe('{}');
  });

  it('keeps messages that are set', () => {
    const response = create(EvaluationResponseSchema, { response: { case: 'booleanResponse', value: {} } });
    expect(JSON.parse(messageToJson(EvaluationResponseSchema, response, true))).toEqual({
      booleanResponse: {},
    });
  });
});
