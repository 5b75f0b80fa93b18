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
import { errorStatus, type JsonShortcut, messageToBinary } from '@pennon/api';
import { fliptOfrep } from '@pennon/proto';
import { NotFoundError } from '@pennon/domain';
import { anEvaluationResult } from '../../../../test/support/evaluation-results';
import { expectKnownLength } from '../../../../test/support/known-length';
import { BulkAnswer, type FlagOutcome, presentFailure } from './bulk-answer';
import { OfrepDialect } from './ofrep-dialect';
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

const flipt = new OfrepDialect('flipt');
const dialect = fc.constantFrom(flipt, new OfrepDialect('openfeature'));

const failure = fc
  .tuple(text, text)
  .map(([key, message]) => presentFailure(key, errorStatus(new NotFoundError(message))));

const flagWithValue = anEvaluationResult.map((result) => flipt.present(result));
const evaluatedFlag = fc.oneof(
  fc.tuple(anEvaluationResult, dialect).map(([result, spoken]) => spoken.present(result)),
  failure,
);

const outcome: fc.Arbitrary<FlagOutcome> = fc.oneof(
  anEvaluationResult,
  fc.record({ type: fc.constant('failure' as const), entry: failure }),
);

function generalText<O extends DescMessage>(schema: O, answer: MessageShape<O>): string {
  return JSON.stringify(toJson(schema, answer, { alwaysEmitImplicit: true }));
}

function expectSameText<O extends DescMessage>(
  schema: O,
  shortcut: JsonShortcut<never, O>,
  answer: MessageShape<O>,
): void {
  expect(shortcut.encode(answer)).toBe(generalText(schema, answer));
}

/** A flag as the general way writes it, without what OFREP has no place for: that way cannot leave it out. */
function withoutVoid(flag: fliptOfrep.EvaluatedFlag): string {
  const json = toJson(EvaluatedFlagSchema, flag, { alwaysEmitImplicit: true }) as Record<string, JsonValue>;
  if (!('value' in json)) delete json.variant;
  if ('errorCode' in json) delete json.reason;
  return JSON.stringify(json);
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

  it('write a flag with a value letter by letter as the general way does', () => {
    fc.assert(
      fc.property(flagWithValue, (flag) => {
        expectSameText(EvaluatedFlagSchema, flagShortcut, flag);
      }),
    );
  });

  it('write no variant where there is no value, and no reason where there is an error', () => {
    fc.assert(
      fc.property(evaluatedFlag, (flag) => {
        expect(flagShortcut.encode(flag)).toBe(withoutVoid(flag));
      }),
    );
  });

  it('write a bulk answer the same way', () => {
    fc.assert(
      fc.property(fc.array(evaluatedFlag), (flags) => {
        const answer = create(BulkEvaluationResponseSchema, { flags });
        expect(bulkShortcut.encode(answer)).toBe(`{"flags":[${flags.map(withoutVoid).join(',')}]}`);
      }),
    );
  });

  it('write a bulk answer that was evaluated as they write its message', () => {
    fc.assert(
      fc.property(fc.array(outcome), dialect, (outcomes, spoken) => {
        const answer = new BulkAnswer(outcomes, spoken);
        const message = create(BulkEvaluationResponseSchema, { flags: answer.flags });
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
      { type: 'boolean', flagKey: 'a', isEnabled: true, reason: 'match', basis: 'split', segmentKeys: [] },
      true,
    ],
    [
      'a flag beyond ASCII',
      { type: 'boolean', flagKey: 'é', isEnabled: true, reason: 'match', basis: 'split', segmentKeys: [] },
      false,
    ],
    [
      'a failure',
      { type: 'failure', entry: presentFailure('a', errorStatus(new NotFoundError('no'))) },
      false,
    ],
  ])('know whether a bulk answer is ASCII: %s', (_, flagOutcome, isAscii) => {
    const answer = new BulkAnswer([flagOutcome], flipt);
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
