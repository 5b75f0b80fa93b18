import { create, fromJson, toJson, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { errorStatus } from '@pennon/api';
import { fliptOfrep } from '@pennon/proto';
import { NotFoundError } from '@pennon/domain';
import { anEvaluationResult } from '../../../../test/support/evaluation-results';
import { expectKnownLength } from '../../../../test/support/known-length';
import { BulkAnswer, FlagAnswer, type FlagOutcome, flagText, presentFailure } from './bulk-answer';
import { OfrepDialect } from './ofrep-dialect';

const { EvaluatedFlagSchema } = fliptOfrep;

const text = fc.string({ unit: 'binary' });
// The library keeps maps in plain objects, which have no room for this name.
const metadataKey = text.filter((key) => key !== '__proto__');

const flipt = new OfrepDialect('flipt');
const dialect = fc.constantFrom(flipt, new OfrepDialect('openfeature'));

const failure = fc
  .tuple(text, text)
  .map(([key, message]) => presentFailure(key, errorStatus(new NotFoundError(message))));

const outcome: fc.Arbitrary<FlagOutcome> = fc.oneof(
  anEvaluationResult,
  fc.record({ type: fc.constant('failure' as const), entry: failure }),
);

function generalText(flag: fliptOfrep.EvaluatedFlag): string {
  return JSON.stringify(toJson(EvaluatedFlagSchema, flag, { alwaysEmitImplicit: true }));
}

/** A flag as the general way writes it, without what OFREP has no place for: that way cannot leave it out. */
function withoutVoid(flag: fliptOfrep.EvaluatedFlag): string {
  const json = toJson(EvaluatedFlagSchema, flag, { alwaysEmitImplicit: true }) as Record<string, JsonValue>;
  if (!('value' in json)) delete json.variant;
  if ('errorCode' in json) delete json.reason;
  return JSON.stringify(json);
}

describe('the answer for one flag', () => {
  it('is written letter by letter as the general way does where there is a value', () => {
    fc.assert(
      fc.property(anEvaluationResult, (result) => {
        const answer = new FlagAnswer(result, flipt);
        // The second time it is what was kept.
        expect([answer.json(), answer.json()]).toEqual(Array(2).fill(generalText(answer.message())));
        expectKnownLength(answer);
      }),
    );
  });

  it('has no variant where there is no value', () => {
    fc.assert(
      fc.property(anEvaluationResult, dialect, (result, spoken) => {
        const answer = new FlagAnswer(result, spoken);
        expect(answer.json()).toBe(withoutVoid(answer.message()));
      }),
    );
  });

  it('has values and metadata that no flag has today as the general way writes them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(metadataKey, fc.jsonValue()), (value, metadata) => {
        const flag = create(EvaluatedFlagSchema, {
          value: fromJson(ValueSchema, value as JsonValue),
          metadata: metadata as Record<string, JsonValue>,
        });
        expect(flagText(flag)).toBe(generalText(flag));
      }),
    );
  });
});

describe('the answer to a bulk call', () => {
  it('is written as its message, without a reason where there is an error', () => {
    fc.assert(
      fc.property(fc.array(outcome), dialect, (outcomes, spoken) => {
        const answer = new BulkAnswer(outcomes, spoken);
        const message = answer.message();
        expect(answer.json()).toBe(`{"flags":[${message.flags.map(withoutVoid).join(',')}]}`);
        expectKnownLength(answer);
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
  ])('knows whether it is ASCII: %s', (_, flagOutcome, isAscii) => {
    const answer = new BulkAnswer([flagOutcome], flipt);
    answer.json();
    expect(answer.isAscii).toBe(isAscii);
  });
});
