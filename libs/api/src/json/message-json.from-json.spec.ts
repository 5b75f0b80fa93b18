import { create, type DescMessage } from '@bufbuild/protobuf';
import { InvalidArgumentError } from '@pennon/domain';
import {
  CreateTokenRequestSchema,
  EvaluationRequestSchema,
  BatchEvaluationRequestSchema,
  CreateDistributionRequestSchema,
  CreateFlagRequestSchema,
  CreateRuleRequestSchema,
  pennonChanges,
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

describe('an empty message', () => {
  it.each(['', '  ', '{}', '{"unknown":{"deep":[1]}}'])('is meant by %j', (text) => {
    expect(read(CreateFlagRequestSchema, text)).toEqual(create(CreateFlagRequestSchema));
  });

  it.each(['null', '[]', '"text"', '5', 'true'])('is not meant by %s', (text) => {
    expectRefused(CreateFlagRequestSchema, text, wrongType);
  });
});

describe('a whole number', () => {
  it.each([
    ['5', 5],
    ['-3', -3],
    ['"5"', 5],
    ['"-3"', -3],
    ['2147483647', 2147483647],
  ])('is %s', (value, rank) => {
    expect(read(CreateRuleRequestSchema, `{"rank":${value}}`)).toMatchObject({ rank });
  });

  it.each([
    '1.5',
    '"1.0"',
    '"1e0"',
    '"x"',
    '""',
    '" 1"',
    '"0x1"',
    '2147483648',
    '"2147483648"',
    'true',
    '[1]',
    '{}',
  ])('is not %s', (value) => {
    expectRefused(CreateRuleRequestSchema, `{"rank":${value}}`, wrongType);
  });
});

describe('a float', () => {
  it.each([
    ['33.33', 33.33],
    ['"33.33"', 33.33],
    ['1e2', 100],
    ['"NaN"', Number.NaN],
    ['"Infinity"', Infinity],
    ['"-Infinity"', -Infinity],
  ])('is %s', (value, rollout) => {
    expect(read(CreateDistributionRequestSchema, `{"rollout":${value}}`)).toMatchObject({ rollout });
  });

  it.each(['3.5e38', '-3.5e38', '1e400', '"x"', '""', 'true', '[]', '{}'])('is not %s', (value) => {
    expectRefused(CreateDistributionRequestSchema, `{"rollout":${value}}`, wrongType);
  });
});

describe('a boolean', () => {
  it.each([true, false])('is %s', (enabled) => {
    expect(read(CreateFlagRequestSchema, `{"enabled":${String(enabled)}}`)).toMatchObject({ enabled });
  });

  it.each(['"true"', '"yes"', '1', '0', '[]', '{}'])('is not %s', (value) => {
    expectRefused(CreateFlagRequestSchema, `{"enabled":${value}}`, wrongType);
  });
});

describe('a string', () => {
  it('is a JSON string, with its escapes read', () => {
    expect(read(CreateFlagRequestSchema, String.raw`{"name":"\u00fc\n\"x\""}`)).toMatchObject({
      name: 'ü\n"x"',
    });
  });

  it.each(['5', 'true', '[]', '{}'])('is not %s', (value) => {
    expectRefused(CreateFlagRequestSchema, `{"name":${value}}`, wrongType);
  });
});

/** Half a surrogate pair is no text in UTF-8. */
describe('half a surrogate pair', () => {
  it.each([
    ['a string', CreateFlagRequestSchema, { name: 'a\uD800b' }, { name: 'a\uFFFDb' }],
    ['a list', CreateRuleRequestSchema, { segmentKeys: ['\uDC00'] }, { segmentKeys: ['\uFFFD'] }],
    [
      'a map',
      EvaluationRequestSchema,
      { context: { '\uD800': '\uDC00' } },
      { context: { '\uFFFD': '\uFFFD' } },
    ],
  ] as const)('in %s is the replacement character', (_, type, json, message) => {
    expect(read(type, JSON.stringify(json))).toMatchObject(message);
  });
});

describe('a list', () => {
  it.each(['"a"', '{}', '5', '["a",5]', '[["a"]]'])('of strings is not %s', (value) => {
    expectRefused(CreateRuleRequestSchema, `{"segmentKeys":${value}}`, wrongType);
  });

  it.each(['{}', '[5]', '["a"]', '[[]]'])('of messages is not %s', (value) => {
    expectRefused(BatchEvaluationRequestSchema, `{"requests":${value}}`, wrongType);
  });
});

describe('a map', () => {
  it.each(['[]', '"a"', '{"a":5}', '{"a":{}}'])('of strings is not %s', (value) => {
    expectRefused(EvaluationRequestSchema, `{"context":${value}}`, wrongType);
  });
});

describe('a moment', () => {
  it.each(['expiresAt', 'expires_at'])('is in the words of RFC 3339: %s', (name) => {
    expect(read(CreateTokenRequestSchema, `{"${name}":"2025-01-02T03:04:05.678901Z"}`)).toMatchObject({
      expiresAt: { seconds: 1_735_787_045n, nanos: 678_901_000 },
    });
  });

  it.each([
    ['{}', 'an object'],
    ['[]', 'a list'],
    ...[
      ...['5', '1921000000', 'true', '""', '"tomorrow"', '"2025-01-02"', '"2025-01-02T03:04:05"'],
      ...['"10000-01-01T00:00:00Z"', '"0000-01-01T00:00:00Z"', '"2030-12-31T23:59:60Z"'],
      ...['"2025-02-30T00:00:00Z"', '"2025-01-02 03:04:05Z"'],
    ].map((value) => [value, value]),
  ])('is not %s: the refusal names the field', (value, shown) => {
    expectRefused(
      CreateTokenRequestSchema,
      `{"expiresAt":${value}}`,
      `invalid field expiresAt: ${shown} is not a time with date and zone (RFC 3339), such as "2030-01-31T09:00:00Z"`,
    );
  });

  it('is named where it lies, and shown no longer than an error should be', () => {
    expectRefused(
      pennonChanges.CreateChangeRequestSchema,
      JSON.stringify({ when: { steps: [{}, { at: 'x'.repeat(100) }] } }),
      `invalid field when.steps[1].at: "${'x'.repeat(63)}… is not a time with date and zone (RFC 3339), such as ` +
        '"2030-01-31T09:00:00Z"',
    );
  });
});

describe('a body that is not JSON', () => {
  it.each(['{"key":', '{"key" 1}', '}'])('is refused: %s', (text) => {
    expect(() => read(CreateFlagRequestSchema, text)).toThrow(InvalidArgumentError);
  });
});

describe('free-form JSON', () => {
  /** A flag whose metadata nests that deep. */
  const nested = (depth: number): string => `{"metadata":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

  it.each([1, 100, 1000])('may nest as deep as the limit, and no deeper: %d', (limit) => {
    expect(() => messageFromJson(CreateFlagRequestSchema, parseJson(nested(limit)), limit)).not.toThrow();
    expect(() => messageFromJson(CreateFlagRequestSchema, parseJson(nested(limit + 1)), limit)).toThrow(
      `the JSON body is nested deeper than ${limit} levels`,
    );
  });
});

describe('a duration', () => {
  const step = (after: string): string => `{"when":{"steps":[{"after":${after}}]}}`;

  it.each([
    ['"90s"', { seconds: 90n, nanos: 0 }],
    ['"0.5s"', { seconds: 0n, nanos: 500_000_000 }],
  ])('is a text: %s', (text, value) => {
    expect(read(pennonChanges.CreateChangeRequestSchema, step(text))).toMatchObject({
      when: { steps: [{ after: value }] },
    });
  });

  it.each([
    ['"90"', '"90"'],
    ['"1 day"', '"1 day"'],
    ['90', '90'],
    ['{"seconds":90}', 'an object'],
  ])('is not meant by %s: the refusal names the field', (text, shown) => {
    expectRefused(
      pennonChanges.CreateChangeRequestSchema,
      step(text),
      `invalid field when.steps[0].after: ${shown} is not a duration in seconds, such as "86400s" for a day`,
    );
  });
});

describe('a revision', () => {
  const base = (value: string): string => `{"baseRevision":${value}}`;

  it.each([
    ['7', '7'],
    ['"7"', '7'],
    ['"7.rT0cJ8k1xWqZ"', '7.rT0cJ8k1xWqZ'],
    ['9007199254740991', '9007199254740991'],
  ])('is a text or a number: %s', (value, baseRevision) => {
    expect(read(pennonChanges.CreateChangeRequestSchema, base(value))).toMatchObject({ baseRevision });
  });

  it.each(['-1', '1.5', '9007199254740993', '9223372036854775807'])('is not the number %s', (value) => {
    expectRefused(
      pennonChanges.CreateChangeRequestSchema,
      base(value),
      'invalid field baseRevision: must be a text, or a whole number of 0 to 9007199254740991',
    );
  });

  it.each(['true', '[]', '{}'])('is not %s', (value) => {
    expect(() => read(pennonChanges.CreateChangeRequestSchema, base(value))).toThrow('baseRevision');
  });
});
