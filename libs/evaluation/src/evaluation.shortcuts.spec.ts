import {
  create,
  fromJson,
  toJson,
  type DescMessage,
  type JsonValue,
  type MessageShape,
} from '@bufbuild/protobuf';
import fc from 'fast-check';
import { fliptEvaluation, type JsonShortcut } from '@pennon/api';
import { booleanShortcut, variantShortcut } from './evaluation.shortcuts';
import { startStopwatch } from './stopwatch';

const { BooleanEvaluationResponseSchema, EvaluationRequestSchema, VariantEvaluationResponseSchema } =
  fliptEvaluation;

const text = fc.string({ unit: 'binary' });
// The library keeps maps in plain objects, which have no room for this name.
const contextKey = text.filter((key) => key !== '__proto__');

const plainRequest = fc.record(
  {
    requestId: text,
    namespaceKey: text,
    flagKey: text,
    entityId: text,
    context: fc.dictionary(contextKey, text),
    reference: text,
    unknownMember: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const requestId = text;
const segmentKeys = fc.array(text);
const reason = fc.constantFrom(0, 1, 2, 3);
const timing = fc.record({ requestDurationMillis: fc.double({ min: 0, max: 1e9, noNaN: true }) });

const booleanAnswer = fc
  .tuple(fc.record({ enabled: fc.boolean(), reason, requestId, flagKey: text, segmentKeys }), timing)
  .map(([answer, { requestDurationMillis }]) =>
    create(BooleanEvaluationResponseSchema, {
      ...answer,
      requestDurationMillis,
      timestamp: startStopwatch()().timestamp,
    }),
  );

const variantAnswer = fc
  .tuple(
    fc.record({
      match: fc.boolean(),
      segmentKeys,
      reason,
      variantKey: text,
      variantAttachment: text,
      requestId,
      flagKey: text,
    }),
    timing,
  )
  .map(([answer, { requestDurationMillis }]) =>
    create(VariantEvaluationResponseSchema, {
      ...answer,
      requestDurationMillis,
      timestamp: startStopwatch()().timestamp,
    }),
  );

function expectSameText<O extends DescMessage>(
  schema: O,
  shortcut: JsonShortcut<never, O>,
  answer: MessageShape<O>,
): void {
  expect(shortcut.encode(answer)).toBe(JSON.stringify(toJson(schema, answer, { alwaysEmitImplicit: true })));
}

describe('the shortcuts of evaluation', () => {
  it('read a plain request as the general way does', () => {
    fc.assert(
      fc.property(plainRequest, (request) => {
        const json = JSON.parse(JSON.stringify(request)) as JsonValue & object;
        const general = fromJson(EvaluationRequestSchema, json, { ignoreUnknownFields: true });
        expect(variantShortcut.decode(json)).toEqual(general);
        expect(booleanShortcut.decode(json)).toEqual(general);
      }),
    );
  });

  it.each([
    ['a snake_case name', { flag_key: 'a' }],
    ['a null', { flagKey: null }],
    ['a number', { entityId: 5 }],
    ['a context value that is no text', { context: { age: 5 } }],
    ['a context that is null', { context: null }],
    ['a list', []],
    ['half of a surrogate pair', { entityId: '\ud800' }],
    ['half of a surrogate pair as a name', { context: { '\ud800': '' } }],
    ['null', null],
    ['a text', 'flagKey'],
  ])('leave %s to the general way', (_, json) => {
    expect(variantShortcut.decode(json)).toBeUndefined();
  });

  it('write boolean answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(booleanAnswer, (answer) => {
        expectSameText(BooleanEvaluationResponseSchema, booleanShortcut, answer);
      }),
    );
  });

  it('write variant answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(variantAnswer, (answer) => {
        expectSameText(VariantEvaluationResponseSchema, variantShortcut, answer);
      }),
    );
  });

  it.each([0, 1, 10, 100, 120, 999])('write a moment with %d milliseconds as the general way does', (ms) => {
    const answer = create(VariantEvaluationResponseSchema, {
      timestamp: { seconds: 1_763_683_200n, nanos: ms * 1_000_000 },
    });
    expectSameText(VariantEvaluationResponseSchema, variantShortcut, answer);
  });
});
