import { toJson, type DescMessage } from '@bufbuild/protobuf';
import fc from 'fast-check';
import type { JsonAnswer } from '@pennon/api';
import { fliptEvaluation } from '@pennon/proto';
import { aBooleanResult, aVariantResult } from '../../../test/support/evaluation-results';
import { expectKnownLength } from '../../../test/support/known-length';
import { BooleanAnswer, VariantAnswer } from './evaluation-answers';

const { BooleanEvaluationResponseSchema, VariantEvaluationResponseSchema } = fliptEvaluation;

const text = fc.string({ unit: 'binary' });

const timing = fc.record({
  requestDurationMillis: fc.double({ min: 0, max: 1e9, noNaN: true }),
  epochMs: fc.nat({ max: 4_000_000_000_000 }),
});

function expectGeneralText<O extends DescMessage>(schema: O, answer: JsonAnswer<O>): void {
  const general = JSON.stringify(toJson(schema, answer.message(), { alwaysEmitImplicit: true }));
  // The second time it writes what it has kept.
  expect([answer.json(), answer.json()]).toEqual([general, general]);
  expectKnownLength(answer);
}

describe('the answer to one question', () => {
  it('writes what a boolean flag answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(text, aBooleanResult, timing, (requestId, result, taken) => {
        expectGeneralText(BooleanEvaluationResponseSchema, new BooleanAnswer(requestId, result, taken));
      }),
    );
  });

  it('writes what a variant flag answers letter by letter as the general way does', () => {
    fc.assert(
      fc.property(text, aVariantResult, timing, (requestId, result, taken) => {
        expectGeneralText(VariantEvaluationResponseSchema, new VariantAnswer(requestId, result, taken));
      }),
    );
  });

  it.each([0, 1, 10, 100, 120, 999])('writes a moment with %d milliseconds as the general way does', (ms) => {
    const answer = new BooleanAnswer('', aResult('a'), {
      requestDurationMillis: 0,
      epochMs: 1_763_683_200_000 + ms,
    });
    expectGeneralText(BooleanEvaluationResponseSchema, answer);
  });

  it.each([
    ['a plain flag', 'id', 'a', true],
    ['an id beyond ASCII', 'é', 'a', false],
    ['a flag beyond ASCII', 'id', 'é', false],
  ])('knows whether it is ASCII: %s', (_, requestId, flagKey, isAscii) => {
    const answer = new BooleanAnswer(requestId, aResult(flagKey), { requestDurationMillis: 0, epochMs: 0 });
    answer.json();
    expect(answer.isAscii).toBe(isAscii);
  });
});

function aResult(flagKey: string) {
  return {
    type: 'boolean',
    flagKey,
    isEnabled: true,
    reason: 'match',
    basis: 'split',
    segmentKeys: [],
  } as const;
}
