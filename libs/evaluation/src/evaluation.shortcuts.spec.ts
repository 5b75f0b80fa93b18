import { fromJson, toJson, type DescMessage, type JsonValue, type MessageShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import type { JsonShortcut } from '@pennon/api';
import { fliptEvaluation, timestampOf } from '@pennon/proto';
import { booleanShortcut, variantShortcut } from './evaluation.shortcuts';
import { aBooleanResult, aVariantResult } from '../../../test/support/evaluation-results';
import { presentBoolean, presentVariant } from './evaluation-answers';

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

const timing = fc.record({
  requestDurationMillis: fc.double({ min: 0, max: 1e9, noNaN: true }),
  timestamp: fc.nat({ max: 4_000_000_000_000 }).map((ms) => timestampOf(ms * 1000)),
});

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
    ['null', null],
    ['a text', 'flagKey'],
  ])('leave %s to the general way', (_, json) => {
    expect(variantShortcut.decode(json)).toBeUndefined();
  });

  it('write boolean answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(text, aBooleanResult, timing, (requestId, result, taken) => {
        const answer = presentBoolean(requestId, result, taken);
        expectSameText(BooleanEvaluationResponseSchema, booleanShortcut, answer);
      }),
    );
  });

  it('write variant answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(text, aVariantResult, timing, (requestId, result, taken) => {
        const answer = presentVariant(requestId, result, taken);
        expectSameText(VariantEvaluationResponseSchema, variantShortcut, answer);
      }),
    );
  });

  it.each([0, 1, 10, 100, 120, 999])('write a moment with %d milliseconds as the general way does', (ms) => {
    const result = {
      type: 'boolean',
      flagKey: 'a',
      isEnabled: true,
      reason: 'match',
      basis: 'split',
      segmentKeys: [],
    } as const;
    const timestamp = timestampOf((1_763_683_200_000 + ms) * 1000);
    const answer = presentBoolean('', result, { requestDurationMillis: 0, timestamp });
    expectSameText(BooleanEvaluationResponseSchema, booleanShortcut, answer);
  });
});
