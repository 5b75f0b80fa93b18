import {
  create,
  fromJson,
  toJson,
  type DescMessage,
  type JsonValue,
  type MessageShape,
} from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { errorStatus, fliptOfrep, messageToBinary, type JsonShortcut } from '@pennon/api';
import { NotFoundError } from '@pennon/domain';
import {
  aBooleanResult,
  anEvaluationResult,
  aVariantResult,
} from '../../../../test/support/evaluation-results';
import { expectKnownLength } from '../../../../test/support/known-length';
import { BulkAnswer } from './bulk-answer';
import { type FlagOutcome } from './flag-outcome';
import { presentBoolean, presentFailure, presentVariant } from './ofrep.presenter';
import { bulkShortcut, flagShortcut } from './ofrep.shortcuts';

const {
  BulkEvaluationResponseSchema,
  EvaluateBulkRequestSchema,
  EvaluatedFlagSchema,
  EvaluateFlagRequestSchema,
} = fliptOfrep;

const text = fc.string({ unit: 'binary' });
// The library keeps maps in plain objects, which have no room for this name.
const contextKey = text.filter((key) => key !== '__proto__');
const context = fc.dictionary(contextKey, text);

const plainRequest = fc.record({ key: text, context, unknownMember: fc.jsonValue() }, { requiredKeys: [] });

const variantFlag = aVariantResult.map(presentVariant);
const booleanFlag = aBooleanResult.map(presentBoolean);

const failure = fc
  .tuple(text, text)
  .map(([key, message]) => presentFailure(key, errorStatus(new NotFoundError(message))));

const evaluatedFlag = fc.oneof(variantFlag, booleanFlag, failure);

const outcome: fc.Arbitrary<FlagOutcome> = fc.oneof(
  anEvaluationResult,
  fc.record({ type: fc.constant('failure' as const), entry: failure }),
);

function expectSameText<O extends DescMessage>(
  schema: O,
  shortcut: JsonShortcut<never, O>,
  answer: MessageShape<O>,
): void {
  expect(shortcut.encode(answer)).toBe(JSON.stringify(toJson(schema, answer, { alwaysEmitImplicit: true })));
}

describe('the shortcuts of OFREP', () => {
  it('read a plain request as the general way does', () => {
    fc.assert(
      fc.property(plainRequest, (request) => {
        const json = JSON.parse(JSON.stringify(request)) as JsonValue & object;
        const options = { ignoreUnknownFields: true };
        expect(flagShortcut.decode(json)).toEqual(fromJson(EvaluateFlagRequestSchema, json, options));
        expect(bulkShortcut.decode(json)).toEqual(fromJson(EvaluateBulkRequestSchema, json, options));
      }),
    );
  });

  it.each([
    ['a context value that is no text', { context: { age: 5 } }],
    ['a context that is null', { context: null }],
    ['a context that is a list', { context: ['a'] }],
    ['a list', []],
    ['null', null],
    ['a text', 'context'],
  ])('leave %s to the general way', (_, json) => {
    expect([flagShortcut.decode(json), bulkShortcut.decode(json)]).toEqual([undefined, undefined]);
  });

  it.each([{ key: 5 }, { key: null }])('leave the key of %j to the general way', (json) => {
    expect(flagShortcut.decode(json)).toBeUndefined();
  });

  it('write a flag letter by letter as the general way does', () => {
    fc.assert(
      fc.property(evaluatedFlag, (flag) => {
        expectSameText(EvaluatedFlagSchema, flagShortcut, flag);
      }),
    );
  });

  it('write a bulk answer letter by letter as the general way does', () => {
    fc.assert(
      fc.property(fc.array(evaluatedFlag), (flags) => {
        const answer = create(BulkEvaluationResponseSchema, { flags });
        expectSameText(BulkEvaluationResponseSchema, bulkShortcut, answer);
      }),
    );
  });

  it('write a bulk answer that was evaluated as the general way writes its message', () => {
    fc.assert(
      fc.property(fc.array(outcome), (outcomes) => {
        const answer = new BulkAnswer(outcomes);
        const message = create(BulkEvaluationResponseSchema, { flags: answer.flags });
        expectSameText(BulkEvaluationResponseSchema, bulkShortcut, message);
        expect(bulkShortcut.encode(answer)).toBe(bulkShortcut.encode(message));
        expectKnownLength(bulkShortcut, answer);
        const binary = messageToBinary(BulkEvaluationResponseSchema, message);
        expect(messageToBinary(BulkEvaluationResponseSchema, answer).equals(binary)).toBe(true);
      }),
    );
  });

  it.each<[string, FlagOutcome, boolean]>([
    [
      'a plain flag',
      { type: 'boolean', flagKey: 'a', isEnabled: true, reason: 'match', segmentKeys: [] },
      true,
    ],
    [
      'a flag beyond ASCII',
      { type: 'boolean', flagKey: 'é', isEnabled: true, reason: 'match', segmentKeys: [] },
      false,
    ],
    [
      'a failure',
      { type: 'failure', entry: presentFailure('a', errorStatus(new NotFoundError('no'))) },
      false,
    ],
  ])('know whether a bulk answer is ASCII: %s', (_, flagOutcome, isAscii) => {
    const answer = new BulkAnswer([flagOutcome]);
    bulkShortcut.encode(answer);
    expect(bulkShortcut.isAscii?.(answer)).toBe(isAscii);
  });

  it('write values and metadata that no flag has today as the general way does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(contextKey, fc.jsonValue()), (value, metadata) => {
        const flag = create(EvaluatedFlagSchema, {
          value: fromJson(ValueSchema, value as JsonValue),
          metadata: metadata as Record<string, JsonValue>,
        });
        expectSameText(EvaluatedFlagSchema, flagShortcut, flag);
      }),
    );
  });
});
