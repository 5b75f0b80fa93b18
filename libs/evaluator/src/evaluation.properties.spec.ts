import { comparisonTypes, matchTypes, operators, segmentOperators } from '@pennon/domain';
import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type CompiledBooleanFlag,
  type CompiledFlag,
  type CompiledVariantFlag,
  type ConstraintDocument,
  type DistributionDocument,
  type FlagDocument,
  type RolloutDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
} from '@pennon/snapshot';
import fc from 'fast-check';
import { evaluateBoolean, type BooleanResult } from './evaluate-boolean';
import { evaluateVariant, type VariantResult } from './evaluate-variant';
import { type EvaluationContext } from './evaluation-context';

/** UTF-16 code units at random, so lone surrogates too. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
const telling = fc.constantFrom(
  '',
  ' ',
  'a',
  '5',
  '0x1p3',
  'NaN',
  'true',
  '2024-01-02',
  '["a",null]',
  '[5,null]',
);
const text = fc.oneof({ weight: 3, arbitrary: telling }, anyText);
/** Few enough that references meet, and some go astray. */
const key = fc.constantFrom('a', 'b', 'c', 'd', '', '__proto__', 'constructor');
const percent = fc.oneof(fc.constantFrom(0, 0.05, 33.3, 50, 100), fc.double());

const constraint: fc.Arbitrary<ConstraintDocument> = fc.record({
  id: key,
  type: fc.constantFrom(...comparisonTypes),
  property: key,
  operator: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...operators) }, anyText),
  value: text,
});
const segment: fc.Arbitrary<SegmentDocument> = fc.record({
  key,
  matchType: fc.constantFrom(...matchTypes),
  constraints: fc.array(constraint, { maxLength: 3 }),
});
const selection = {
  segmentKeys: fc.uniqueArray(key, { maxLength: 3 }),
  segmentOperator: fc.constantFrom(...segmentOperators),
};
const distribution: fc.Arbitrary<DistributionDocument> = fc.record({
  id: key,
  variantId: key,
  rolloutPercent: percent,
});
const rule: fc.Arbitrary<RuleDocument> = fc.record({
  id: key,
  rank: fc.integer(),
  ...selection,
  distributions: fc.array(distribution, { maxLength: 4 }),
});
const rollout: fc.Arbitrary<RolloutDocument> = fc.record({
  id: key,
  rank: fc.integer(),
  step: fc.oneof(
    fc.record({ type: fc.constant('threshold' as const), percent, value: fc.boolean() }),
    fc.record({ type: fc.constant('segment' as const), ...selection, value: fc.boolean() }),
  ),
});
const contents = {
  key,
  name: text,
  description: text,
  isEnabled: fc.boolean(),
  createdAt: fc.nat(),
  updatedAt: fc.nat(),
  variants: fc.array(fc.record({ id: key, key: text, attachment: text }), { maxLength: 3 }),
};
const variantFlag = {
  type: fc.constant('variant' as const),
  ...contents,
  rules: fc.array(rule, { maxLength: 4 }),
};
const booleanFlag = {
  type: fc.constant('boolean' as const),
  ...contents,
  rollouts: fc.array(rollout, { maxLength: 4 }),
};
const flag: fc.Arbitrary<FlagDocument> = fc.oneof(
  fc.record(variantFlag),
  fc.record({ ...variantFlag, defaultVariantId: key }),
  fc.record(booleanFlag),
);
const anyDocument: fc.Arbitrary<SnapshotDocument> = fc.record({
  formatVersion: fc.constant(SNAPSHOT_FORMAT_VERSION),
  namespaceKey: key,
  revision: fc.nat(),
  segments: fc.array(segment, { maxLength: 5 }),
  flags: fc.array(flag, { minLength: 1, maxLength: 4 }),
});
const anyContext: fc.Arbitrary<EvaluationContext> = fc
  .array(fc.tuple(key, text), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));

const runs = { numRuns: 1000 };

describe('an evaluation', () => {
  it('is total and pure: any document and any request give the same answer twice and stay as they were', () => {
    fc.assert(
      fc.property(anyDocument, text, anyContext, (document, entityId, context) => {
        deepFreeze(context);
        const snapshot = compileSnapshot(deepFreeze(document));
        for (const compiled of snapshot.flags.values()) {
          deepFreeze(compiled);
          const answer = evaluate(compiled, entityId, context);
          expect(evaluate(compiled, entityId, context)).toEqual(answer);
        }
        expect(answersOf(structuredClone(document), entityId, context)).toEqual(
          answersOf(document, entityId, context),
        );
      }),
      runs,
    );
  });

  it('is decided by the first rule that matches, whatever follows', () => {
    fc.assert(
      fc.property(anyDocument, text, anyContext, (document, entityId, context) => {
        for (const compiled of variantFlagsOf(document)) {
          const alone = compiled.rules.map((only) =>
            evaluateVariant({ ...compiled, rules: [only] }, entityId, context),
          );
          const first = alone.find(({ segmentKeys }) => segmentKeys.length > 0);
          const none = evaluateVariant({ ...compiled, rules: [] }, entityId, context);
          expect(evaluateVariant(compiled, entityId, context)).toEqual(first ?? none);
        }
      }),
      runs,
    );
  });

  it('is decided by the first rollout that applies, whatever follows', () => {
    fc.assert(
      fc.property(anyDocument, text, anyContext, (document, entityId, context) => {
        for (const compiled of booleanFlagsOf(document)) {
          const alone = compiled.rollouts.map((only) =>
            evaluateBoolean({ ...compiled, rollouts: [only] }, entityId, context),
          );
          const first = alone.find(({ reason }) => reason === 'match');
          const none = evaluateBoolean({ ...compiled, rollouts: [] }, entityId, context);
          expect(evaluateBoolean(compiled, entityId, context)).toEqual(first ?? none);
        }
      }),
      runs,
    );
  });

  it('names segments in the order the rule lists them', () => {
    fc.assert(
      fc.property(anyDocument, text, anyContext, (document, entityId, context) => {
        for (const compiled of variantFlagsOf(document)) {
          const { segmentKeys } = evaluateVariant(compiled, entityId, context);
          const listed = compiled.rules.map((each) =>
            each.segmentKeys.filter((listedKey) => segmentKeys.includes(listedKey)),
          );
          expect([[], ...listed]).toContainEqual(segmentKeys);
        }
      }),
      runs,
    );
  });
});

function evaluate(
  compiled: CompiledFlag,
  entityId: string,
  context: EvaluationContext,
): VariantResult | BooleanResult {
  return compiled.type === 'variant'
    ? evaluateVariant(compiled, entityId, context)
    : evaluateBoolean(compiled, entityId, context);
}

function answersOf(
  document: SnapshotDocument,
  entityId: string,
  context: EvaluationContext,
): readonly (VariantResult | BooleanResult)[] {
  return [...compileSnapshot(document).flags.values()].map((each) => evaluate(each, entityId, context));
}

function variantFlagsOf(document: SnapshotDocument): readonly CompiledVariantFlag[] {
  return [...compileSnapshot(document).flags.values()].filter((each) => each.type === 'variant');
}

function booleanFlagsOf(document: SnapshotDocument): readonly CompiledBooleanFlag[] {
  return [...compileSnapshot(document).flags.values()].filter((each) => each.type === 'boolean');
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
