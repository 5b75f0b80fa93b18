import {
  create,
  fromJson,
  toJson,
  type DescMessage,
  type JsonValue,
  type MessageShape,
} from '@bufbuild/protobuf';
import fc from 'fast-check';
import type { JsonShortcut } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { booleanShortcut, variantShortcut } from './evaluation.shortcuts';
import { aBooleanResult, aVariantResult } from '../../../test/support/evaluation-results';
import { expectKnownLength } from '../../../test/support/known-length';
import { BooleanAnswer, VariantAnswer } from './evaluation-answers';

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
  epochMs: fc.nat({ max: 4_000_000_000_000 }),
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
        const answer = new BooleanAnswer(requestId, result, taken);
        expectSameText(BooleanEvaluationResponseSchema, booleanShortcut, answer);
        const message = create(BooleanEvaluationResponseSchema, fieldsOf(answer));
        expectSameText(BooleanEvaluationResponseSchema, booleanShortcut, message);
        expect(booleanShortcut.encode(answer)).toBe(booleanShortcut.encode(message));
        expectKnownLength(booleanShortcut, answer);
      }),
    );
  });

  it('write variant answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(text, aVariantResult, timing, (requestId, result, taken) => {
        const answer = new VariantAnswer(requestId, result, taken);
        expectSameText(VariantEvaluationResponseSchema, variantShortcut, answer);
        const message = create(VariantEvaluationResponseSchema, fieldsOf(answer));
        expectSameText(VariantEvaluationResponseSchema, variantShortcut, message);
        expect(variantShortcut.encode(answer)).toBe(variantShortcut.encode(message));
        expectKnownLength(variantShortcut, answer);
      }),
    );
  });

  it.each([
    ['plain', 'id', 'a', true],
    ['of an id beyond ASCII', 'é', 'a', false],
    ['of a key beyond ASCII', 'id', 'é', false],
  ])('know whether an answer %s is ASCII', (_, requestId, flagKey, isAscii) => {
    const shared = { flagKey, reason: 'match', segmentKeys: ['s'] } as const;
    const taken = { requestDurationMillis: 0, epochMs: 0 };
    const boolean = new BooleanAnswer(requestId, { ...shared, type: 'boolean', isEnabled: true }, taken);
    const decided = { isMatch: true, isSplit: false, variantKey: 'v', attachment: '"\n"' };
    const variant = new VariantAnswer(requestId, { ...shared, ...decided, type: 'variant' }, taken);
    booleanShortcut.encode(boolean);
    variantShortcut.encode(variant);
    expect(booleanShortcut.isAscii?.(boolean)).toBe(isAscii);
    expect(variantShortcut.isAscii?.(variant)).toBe(isAscii);
  });

  it.each([0, 1, 10, 100, 120, 999])('write a moment with %d milliseconds as the general way does', (ms) => {
    const result = {
      type: 'boolean',
      flagKey: 'a',
      isEnabled: true,
      reason: 'match',
      segmentKeys: [],
    } as const;
    const answer = new BooleanAnswer('', result, {
      requestDurationMillis: 0,
      epochMs: 1_763_683_200_000 + ms,
    });
    expectSameText(BooleanEvaluationResponseSchema, booleanShortcut, answer);
  });
});

/** The fields of an answer as a message of the library has them. */
function fieldsOf<A extends BooleanAnswer | VariantAnswer>(answer: A): A {
  const { requestId, reason, requestDurationMillis, timestamp, flagKey, segmentKeys } = answer;
  const own =
    answer instanceof BooleanAnswer
      ? { enabled: answer.enabled }
      : { match: answer.match, variantKey: answer.variantKey, variantAttachment: answer.variantAttachment };
  return {
    ...own,
    requestId,
    reason,
    requestDurationMillis,
    timestamp,
    flagKey,
    segmentKeys,
  } as unknown as A;
}
